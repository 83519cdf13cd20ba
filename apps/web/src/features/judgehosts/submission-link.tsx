import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recall } from '../../lib/storage.ts';

/** The end of a submission's id, as a link where the contest is known. */
export function SubmissionLink({ id, contest }: { id: string | null; contest?: string }): ReactNode {
  const known = contest ?? recall('contest');
  if (id === null) return '–';
  const short = id.slice(-6);
  if (known === null) return short;
  return (
    <Link to="/contests/$contest/submissions/$submission" params={{ contest: known, submission: id }}>
      {short}
    </Link>
  );
}
