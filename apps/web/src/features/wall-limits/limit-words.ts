/** What the jury is told of a wall limit before and after it is set, sentence by sentence. */
import type { ApplyWallLimitAnswer, WallLimitPreview, WallMeasurements } from '@sandglass/contracts';
import { formatCount, plural } from '../../lib/format.ts';
import type { Choice } from './use-limit-choice.ts';

/** Of examples and of contests that are named. */
export const few = 6;

export const changesInWords = (count: number): string =>
  `${plural(count, 'verdict')} would change, known from the record`;

export const openInWords = (count: number): string =>
  `${plural(count, 'verdict')} could change: only a rejudging can tell`;

/** Null where there is no verdict left to speak of. */
export function sameInWords({ judged, same }: Pick<WallLimitPreview, 'judged' | 'same'>): string | null {
  if (judged === 0) return 'Nothing has a verdict here yet.';
  if (same === 0) return null;
  if (same === judged) return 'No stored verdict would change.';
  return same === 1 ? 'One stays as it is.' : `${formatCount(same)} stay as they are.`;
}

export function examplesInWords(count: number): string {
  if (count > few) return `Look at the first ${few}`;
  return count === 1 ? 'Look at it' : 'Look at them';
}

/** One judging has one limit. */
const underWay = (count: number): string =>
  `${plural(count, 'more is', 'more are')} being judged under the old limit`;

export function underWayInWords(count: number): string | null {
  if (count === 0) return null;
  return `${underWay(count)}: judged again, too, where the new one may change what ${count === 1 ? 'it ends' : 'they end'} with.`;
}

export const overruledInWords = (overruled: string): string =>
  `Not for ${overruled}: a more special rule stands above this one.`;

/** Behind the name of another contest. */
export function affectedInWords(affected: number | null): string {
  if (affected === null) return '';
  return affected === 0 ? ' (no verdict would change)' : ` (${plural(affected, 'verdict')} may change)`;
}

/** @param affected verdicts that would or could change */
export function buttonsInWords(
  choice: Choice | null,
  affected: number,
): { readonly set: string; readonly only: string | null } {
  const act = choice === 'no rule' ? 'Take it away' : 'Set it';
  if (affected === 0) return { set: act, only: null };
  const these = affected === 1 ? 'this one' : `these ${formatCount(affected)}`;
  return { set: `${act} and rejudge ${these}`, only: `${act} without rejudging` };
}

type Answer = Pick<ApplyWallLimitAnswer, 'rejudgingId' | 'submissions' | 'busy' | 'underWay'>;

/** What became of it: `judging` names the rejudging, where there is one. */
export function setInWords(of: Answer): { readonly judging: string; readonly more: string } {
  const { rejudgingId, submissions, busy } = of;
  const judging =
    rejudgingId === null
      ? 'It counts for every judging that starts from now on.'
      : submissions === 0
        ? 'The rejudging waits for what is under way.'
        : `${plural(submissions, 'submission is', 'submissions are')} being judged again.`;
  const inAnother = `${plural(busy, 'more is', 'more are')} in another open rejudging.`;
  const begun = `${underWay(of.underWay)}${rejudgingId === null ? '.' : takenAfterwards(of.underWay)}`;
  return { judging, more: `${busy > 0 ? ` ${inAnother}` : ''}${of.underWay > 0 ? ` ${begun}` : ''}` };
}

function takenAfterwards(count: number): string {
  return count === 1
    ? ': the rejudging takes it as soon as it has ended, where the new one may change its verdict.'
    : ': the rejudging takes those whose verdict the new one may change as soon as they have ended.';
}

/** Of all runs on record: some were cut by a limit of then, which is in force no more. */
export function cutInWords({ wall, suspect }: Pick<WallMeasurements, 'wall' | 'suspect'>): string {
  const cut = wall.killed.reduce((sum, one) => sum + one, 0);
  if (cut === 0) return 'The wall clock has cut no run.';
  if (cut === 1)
    return `The wall clock has cut 1 run, ${suspect > 0 ? 'which is suspect, ' : ''}at the limit it had.`;
  const starved = suspect > 0 ? `, ${formatCount(suspect)} of them suspect` : '';
  return `The wall clock has cut ${plural(cut, 'run')}${starved}, each at the limit it had.`;
}
