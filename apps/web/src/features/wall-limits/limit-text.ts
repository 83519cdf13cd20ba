/** What the jury reads about a wall limit before and after it is set, sentence by sentence. */
import type { ApplyWallLimitAnswer, WallLimitPreview, WallMeasurements } from '@sandglass/contracts';
import { formatCount, plural } from '../../lib/format.ts';
import type { Choice } from './use-limit-choice.ts';

/** Of examples and of contests that are named. */
export const few = 6;

export const changesText = (count: number): string => `${plural(count, 'verdict')} would change`;

export const openText = (count: number): string =>
  `${plural(count, 'verdict')} could change: only a rejudging can show it`;

/** Null where there is no verdict left to speak of. */
export function sameText({ judged, same }: Pick<WallLimitPreview, 'judged' | 'same'>): string | null {
  if (judged === 0) return 'No submission has a verdict here yet.';
  if (same === 0) return null;
  if (same === judged) return 'No stored verdict would change.';
  return `${plural(same, 'verdict stays', 'verdicts stay')} the same.`;
}

export function examplesText(count: number): string {
  if (count > few) return `Show the first ${few}`;
  return count === 1 ? 'Show the submission' : 'Show the submissions';
}

/** One judging has one limit. */
const underWay = (count: number): string =>
  `${plural(count, 'more is', 'more are')} being judged with the old limit`;

export function underWayText(count: number): string | null {
  if (count === 0) return null;
  return `${underWay(count)}, and ${count === 1 ? 'is' : 'are'} rejudged if the new limit may change the verdict.`;
}

export const overriddenText = (overridden: string): string =>
  `Not for ${overridden}: a more specific rule overrides this one.`;

/** Behind the name of another contest. */
export function affectedText(affected: number | null): string {
  if (affected === null) return '';
  return affected === 0 ? ' (no verdict would change)' : ` (${plural(affected, 'verdict')} may change)`;
}

/** @param affected verdicts that would or could change */
export function buttonsText(
  choice: Choice | null,
  affected: number,
): { readonly set: string; readonly only: string | null } {
  const act = choice === 'no rule' ? 'Remove the rule' : 'Set the limit';
  if (affected === 0) return { set: act, only: null };
  const these = affected === 1 ? 'this one' : `these ${formatCount(affected)}`;
  return { set: `${act} and rejudge ${these}`, only: `${act} without rejudging` };
}

type Answer = Pick<ApplyWallLimitAnswer, 'rejudgingId' | 'submissions' | 'busy' | 'underWay'>;

/** What became of it: `judging` names the rejudging, where there is one. */
export function limitSetText(of: Answer): { readonly judging: string; readonly more: string } {
  const { rejudgingId, submissions, busy } = of;
  const judging =
    rejudgingId === null
      ? 'The limit applies to every judging that starts from now on.'
      : submissions === 0
        ? 'The rejudging waits for running judgings.'
        : `${plural(submissions, 'submission is', 'submissions are')} being rejudged.`;
  const inAnother = `${plural(busy, 'more is', 'more are')} in another open rejudging.`;
  const begun = `${underWay(of.underWay)}${rejudgingId === null ? '.' : takenAfterwards(of.underWay)}`;
  return { judging, more: `${busy > 0 ? ` ${inAnother}` : ''}${of.underWay > 0 ? ` ${begun}` : ''}` };
}

function takenAfterwards(count: number): string {
  return count === 1
    ? '. The rejudging adds it when it has ended, if the new limit may change its verdict.'
    : '. When they have ended, the rejudging adds those whose verdict the new limit may change.';
}

/** Of all runs on record: some were cut by a limit of then, which is in force no more. */
export function cutText({ wall, suspect }: Pick<WallMeasurements, 'wall' | 'suspect'>): string {
  const cut = wall.killed.reduce((sum, one) => sum + one, 0);
  if (cut === 0) return 'No run has hit the wall limit.';
  if (cut === 1)
    return `1 run${suspect > 0 ? ', which is suspect,' : ''} has hit the wall limit in force at that time.`;
  const starved = suspect > 0 ? `, ${formatCount(suspect)} of them suspect,` : '';
  return `${plural(cut, 'run')}${starved} have hit the wall limits in force at that time.`;
}
