import type { ReactNode } from 'react';
import { PlainLink } from '../../components/plain-link.tsx';

/** The end of a submission's id, as a link where the host says of which contest: hosts with older software do not. */
export function SubmissionLink(props: { id: string | null; contest: string | null | undefined }): ReactNode {
  const { id, contest } = props;
  if (id === null) return '–';
  const short = id.slice(-6);
  if (contest == null) return short;
  return (
    <PlainLink href={`/contests/${encodeURIComponent(contest)}/submissions/${encodeURIComponent(id)}`}>
      {short}
    </PlainLink>
  );
}
