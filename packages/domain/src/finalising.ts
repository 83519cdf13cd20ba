/**
 * When the results of a contest can be made final, and what must not change once they are. Final results change after an
 * explicit reopening alone.
 */
import type { ClicsState, ContestEventData, FinalBlocker } from '@sandglass/contracts';
import { hasEnded, hasStarted, isFrozen, teamEndsAtMs, type ContestTimes } from './contest-clock.ts';

/** What is known of a contest when it is to be made final. */
export interface FinalFacts {
  readonly times: ContestTimes;
  readonly nowMs: number;
  /** The longest extra time of a team, in contest time. */
  readonly longestExtraMs: number;
  /** Submissions of teams without a verdict, by their numbers. */
  readonly unjudged: readonly NumberedSubmission[];
  /** Submissions of teams whose verdict is a judging error. */
  readonly judgingErrors: readonly NumberedSubmission[];
  /** Rejudgings that are neither applied nor cancelled. */
  readonly rejudgings: readonly { readonly id: string; readonly reason: string; readonly state: string }[];
}

export interface NumberedSubmission {
  readonly id: string;
  readonly number: number;
}

/** Why the contest cannot be made final now, in the order in which the jury looks at it; none: it can. */
export function finalBlockers(facts: FinalFacts): FinalBlocker[] {
  const { times, nowMs, longestExtraMs, unjudged, judgingErrors, rejudgings } = facts;
  const blockers: FinalBlocker[] = [];
  const nothing = { submission: null, rejudging: null } as const;
  const endsAtMs = teamEndsAtMs(times, longestExtraMs);
  if (!hasStarted(times, nowMs))
    blockers.push({ kind: 'not-ended', message: 'The contest has not started.', ...nothing });
  else if (nowMs < endsAtMs)
    blockers.push({
      kind: 'not-ended',
      message: `The contest runs until ${new Date(endsAtMs).toISOString()}${longestExtraMs === 0 || nowMs < times.endsAtMs ? '' : ', for a team with extra time'}.`,
      ...nothing,
    });
  for (const submission of unjudged)
    blockers.push({
      ...nothing,
      kind: 'unjudged',
      message: `#${submission.number} has no verdict.`,
      submission,
    });
  for (const submission of judgingErrors)
    blockers.push({
      ...nothing,
      kind: 'judging-error',
      message: `#${submission.number} ended in a judging error: judge it again.`,
      submission,
    });
  for (const { id, reason, state } of rejudgings)
    blockers.push({
      ...nothing,
      kind: 'rejudging',
      message: `The rejudging “${reason}” is ${state === 'judged' ? 'judged and neither applied nor cancelled' : 'under way'}.`,
      rejudging: id,
    });
  return blockers;
}

/** Of the contest as a whole: what is written, not what counts. */
const harmless: ReadonlySet<string> = new Set([
  'finalise',
  'reopen',
  'thaw',
  'lock',
  'unlock',
  'teams',
  'visibility',
  'certificate-template',
  'archive',
  'restore',
]);

/** What an import of a problem and a rule of all contests say to each that has them: they are not refused for one of them. */
const ofMoreContests = /^(wall-limit|problem )/;

/** Nothing happens in a contest that is archived, but what it shares with others: names of people, problems, rules. */
export function changesArchived(data: ContestEventData): boolean {
  switch (data.type) {
    case 'contest':
      return !['archive', 'restore', 'teams'].includes(data.change) && !ofMoreContests.test(data.change);
    case 'team':
    case 'mark':
      return false;
    case 'submission':
    case 'judging':
    case 'rejudging':
      return true;
  }
}

/**
 * Does what became true change results, or what they are made of? Then it is refused in a contest whose results are final.
 * A kind of change that nobody has named here does.
 */
export function changesResults(data: ContestEventData): boolean {
  switch (data.type) {
    case 'submission':
    case 'judging':
      return !data.jury;
    case 'rejudging':
      return true;
    case 'mark':
      return false;
    case 'team':
      return data.change !== 'registration';
    case 'contest':
      return !harmless.has(data.change) && !ofMoreContests.test(data.change);
  }
}

/** May everybody see final results, and what is made of them: awards and exports? What a freeze hides is shown by none of them. */
export function showsResults(times: ContestTimes, nowMs: number): boolean {
  return finalSince(times, nowMs) !== null && !isFrozen(times, nowMs);
}

/** The contest state of the CLICS Contest API. */
export function clicsState(times: ContestTimes, nowMs: number): ClicsState {
  const textOf = (ms: number): string => new Date(ms).toISOString();
  const started = hasStarted(times, nowMs);
  const come = (ms: number | null): string | null =>
    started && ms !== null && ms <= nowMs ? textOf(ms) : null;
  const finalMs = finalSince(times, nowMs);
  const { freezesAtMs, thawsAtMs } = times;
  return {
    started: started ? textOf(times.startsAtMs) : null,
    ended: hasEnded(times, nowMs) ? textOf(times.endsAtMs) : null,
    frozen: come(freezesAtMs),
    thawed: freezesAtMs === null ? null : come(thawsAtMs),
    finalized: finalMs === null ? null : textOf(finalMs),
    end_of_updates:
      finalMs === null || !showsResults(times, nowMs)
        ? null
        : textOf(freezesAtMs === null ? finalMs : Math.max(finalMs, thawsAtMs ?? finalMs)),
  };
}

function finalSince(times: ContestTimes, nowMs: number): number | null {
  const { finalizedAtMs = null } = times;
  return finalizedAtMs !== null && finalizedAtMs <= nowMs && hasEnded(times, nowMs) ? finalizedAtMs : null;
}
