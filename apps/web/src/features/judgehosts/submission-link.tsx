import type { SlotState } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { PlainLink } from '../../components/plain-link.tsx';

/** The submission a slot works on, as a link where the host says of which contest: hosts with older software do not. */
export function SubmissionLink(props: {
  of: Pick<SlotState, 'submissionId' | 'submissionNumber' | 'contestId'>;
}): ReactNode {
  const { submissionId: id, submissionNumber: number, contestId: contest } = props.of;
  if (id === null) return '–';
  const name = number == null ? `…${id.slice(-6)}` : `#${number}`;
  if (contest == null) return name;
  return (
    <PlainLink href={`/contests/${encodeURIComponent(contest)}/submissions/${encodeURIComponent(id)}`}>
      {name}
    </PlainLink>
  );
}
