/** How events of a contest's log reach a viewer. */
import type { ContestEventData } from '@sandglass/contracts';
import { seesJudging } from './submission-parts-shown.ts';
import { submissionAccess, type SubmissionFacts } from './submission-visibility.ts';
import { runsContest, type Clock, type Viewer } from './visibility.ts';

/** How an event of the contest's log reaches this viewer: as it is, without its verdict, or not at all. */
export type EventAccess = 'full' | 'without-verdict' | 'none';

/** @param submission facts of the submission the event is about; null for other events */
export function eventAccess(
  viewer: Viewer,
  clock: Clock,
  data: ContestEventData,
  submission: SubmissionFacts | null,
): EventAccess {
  switch (data.type) {
    case 'contest':
      // Rules of the wall limit and proposals for them are on the jury's pages alone.
      if (data.change.startsWith('wall-limit')) return runsContest(viewer) ? 'full' : 'none';
      return viewer.role === 'judgehost' ? 'none' : 'full';
    case 'team':
      return viewer.role === 'judgehost' ? 'none' : 'full';
    case 'rejudging':
      return runsContest(viewer) ? 'full' : 'none';
    case 'mark':
      return submission !== null && submissionAccess(viewer, clock, submission).internals ? 'full' : 'none';
    case 'submission':
    case 'judging': {
      if (submission === null) return 'none';
      const access = submissionAccess(viewer, clock, submission);
      if (!access.exists) return 'none';
      // A judging that does not count, and a judging error, are the jury's business.
      if (data.type === 'judging' && !seesJudging(access, data)) return 'none';
      if (data.type === 'judging' && !access.internals && data.verdict === 'JE') return 'without-verdict';
      return access.verdict ? 'full' : 'without-verdict';
    }
  }
}
