/** Which readers an event is for, and what it is news of. */
import type { ContestEvent } from '@sandglass/contracts';
import { eventAccess, listsSubmission } from '@sandglass/domain';
import { factsOf, type SubmissionRow } from '../submissions/submission-row.ts';
import type { LiveReader } from './live-reader.ts';

/** May the reader receive this event? That a judging which does not count has ended is news for the jury only. */
export function reaches(
  reader: LiveReader,
  event: ContestEvent,
  rows: ReadonlyMap<string, SubmissionRow>,
): boolean {
  const { viewer, contest } = reader;
  const clock = contest.clock();
  const id = submissionOf(event);
  if (id === null) return eventAccess(viewer, clock, event.data, null) !== 'none';
  const row = rows.get(id);
  if (row === undefined) return false;
  const facts = factsOf(row);
  return listsSubmission(viewer, clock, facts) && eventAccess(viewer, clock, event.data, facts) !== 'none';
}

export function submissionOf({ data }: ContestEvent): string | null {
  return 'submissionId' in data ? data.submissionId : null;
}

/** What the event is news of. */
export function subjectOf(event: ContestEvent): string {
  const { data } = event;
  return submissionOf(event) ?? (data.type === 'rejudging' ? data.rejudgingId : data.type);
}
