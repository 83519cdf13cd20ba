/**
 * What happens to the times of a contest when those who run it press a button, and which changes are so grave that they
 * are asked for twice. Nothing here reads a clock or writes anything.
 */
import type { ContestAction } from '@sandglass/contracts';
import {
  contestTimeMs,
  hasEnded,
  hasStarted,
  hiddenFromMs,
  instantOf,
  isCountdownStopped,
  isFrozen,
  lengthMs,
  scheduleOf,
  teamEndsAtMs,
  timesOf,
  type ContestTimes,
  type RemovedInterval,
} from './contest-clock.ts';

const minuteMs = 60_000;

/** Actions that change times by themselves. */
export type TimeAction = Extract<
  ContestAction,
  {
    action:
      | 'start-now'
      | 'stop-countdown'
      | 'resume-countdown'
      | 'set-start'
      | 'freeze-now'
      | 'thaw'
      | 'end-now'
      | 'extend';
  }
>;

/** Thrown where an action has no meaning now; the message says why. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
}

/** @throws ChangeRefused */
export function changeTimes(times: ContestTimes, action: TimeAction, nowMs: number): ContestTimes {
  const started = hasStarted(times, nowMs);
  const ended = hasEnded(times, nowMs);
  switch (action.action) {
    case 'start-now':
      refuseIf(started, 'it has started');
      return startingAt(times, nowMs, nowMs);
    case 'set-start':
      return startingAt(times, Date.parse(action.startsAt), nowMs);
    case 'stop-countdown':
      refuseIf(started, 'it has started');
      refuseIf(isCountdownStopped(times), 'its countdown is stopped');
      return { ...times, countdownStoppedAtMs: nowMs };
    case 'resume-countdown': {
      const stoppedAtMs = times.countdownStoppedAtMs ?? null;
      if (stoppedAtMs === null) throw new ChangeRefused('its countdown is not stopped');
      return startingAt(times, nowMs + Math.max(0, times.startsAtMs - stoppedAtMs), nowMs);
    }
    case 'freeze-now':
      refuseIf(!started, 'it has not started');
      refuseIf(ended, 'it is over');
      refuseIf(isFrozen(times, nowMs), 'its scoreboard is frozen');
      // A thaw that has been is that of the freeze before.
      return {
        ...times,
        freezesAtMs: nowMs,
        thawsAtMs: times.thawsAtMs !== null && times.thawsAtMs <= nowMs ? null : times.thawsAtMs,
      };
    case 'thaw':
      refuseIf(!isFrozen(times, nowMs), 'its scoreboard is not frozen');
      return { ...times, thawsAtMs: nowMs };
    case 'end-now':
      refuseIf(!started, 'it has not started');
      refuseIf(ended, 'it is over');
      return endingAfter(times, contestTimeMs(times, nowMs), nowMs);
    case 'extend':
      return endingAfter(times, lengthMs(times) + action.minutes * minuteMs, nowMs);
  }
}

/** Length, freeze and the distance of the thaw stay; the countdown runs. */
function startingAt(times: ContestTimes, startsAtMs: number, nowMs: number): ContestTimes {
  return keepingThaw(times, timesOf({ ...scheduleOf(times), startsAtMs, countdownStoppedAtMs: null }), nowMs);
}

/** The freeze stays where it is; one that would come after the end is none. */
function endingAfter(times: ContestTimes, newLengthMs: number, nowMs: number): ContestTimes {
  const schedule = scheduleOf(times);
  const { freezesAfterMs } = schedule;
  return keepingThaw(
    times,
    timesOf({
      ...schedule,
      lengthMs: newLengthMs,
      freezesAfterMs: freezesAfterMs !== null && freezesAfterMs > newLengthMs ? null : freezesAfterMs,
      ...(freezesAfterMs !== null && freezesAfterMs > newLengthMs ? { thawsAtMs: null } : {}),
    }),
    nowMs,
  );
}

/** The same contest, with other time removed. */
export function withRemoved(
  times: ContestTimes,
  removed: readonly RemovedInterval[],
  nowMs: number,
): ContestTimes {
  return keepingThaw(times, timesOf({ ...scheduleOf(times), removed }), nowMs);
}

/**
 * A thaw to come moves with the contest: one before the end keeps its contest time, as the freeze does; one at the end or
 * later keeps its distance from the end. A thaw that has been is no plan and stays where it is: what everybody has seen
 * is not hidden again. Only where the contest starts again is its thaw to come again.
 */
function keepingThaw(before: ContestTimes, after: ContestTimes, nowMs: number): ContestTimes {
  const { thawsAtMs } = before;
  if (thawsAtMs === null || after.thawsAtMs === null) return after;
  if (thawsAtMs <= nowMs && hasStarted(after, nowMs)) {
    const isOvertaken = after.freezesAtMs !== null && after.freezesAtMs > thawsAtMs;
    return isOvertaken ? { ...after, freezesAtMs: null, thawsAtMs: null } : after;
  }
  if (thawsAtMs >= before.endsAtMs) return withThawAfterEnd(before, after);
  return { ...after, thawsAtMs: instantOf(after, contestTimeMs(before, thawsAtMs)) };
}

/** Where instants are set one by one: a thaw to come that is planned for the end or later moves with the end. */
export function carryingThaw(before: ContestTimes, after: ContestTimes, nowMs: number): ContestTimes {
  const { thawsAtMs } = before;
  if (thawsAtMs === null || thawsAtMs <= nowMs || thawsAtMs < before.endsAtMs) return after;
  return withThawAfterEnd(before, after);
}

function withThawAfterEnd(before: ContestTimes, after: ContestTimes): ContestTimes {
  const { thawsAtMs } = before;
  return thawsAtMs === null ? after : { ...after, thawsAtMs: thawsAtMs + after.endsAtMs - before.endsAtMs };
}

/** How submissions fare by other times. */
export interface MovedSubmissions {
  readonly added: number;
  readonly dropped: number;
  readonly moved: number;
}

/** When it arrived, and what its team has after the end before and after the change. */
export interface TimedSubmission {
  readonly atMs: number;
  readonly extraBeforeMs: number;
  readonly extraAfterMs: number;
  /** Are its team and its problem in the contest, before and after the change? Default: they are. */
  readonly countsBefore?: boolean;
  readonly countsAfter?: boolean;
}

export function movedSubmissions(
  before: ContestTimes,
  after: ContestTimes,
  submissions: Iterable<TimedSubmission>,
): MovedSubmissions {
  const counted = { added: 0, dropped: 0, moved: 0 };
  for (const one of submissions) {
    const { atMs, extraBeforeMs, extraAfterMs, countsBefore = true, countsAfter = true } = one;
    const [timeBefore, timeAfter] = [contestTimeMs(before, atMs), contestTimeMs(after, atMs)];
    const was = countsBefore && timeBefore >= 0 && timeBefore < lengthMs(before) + extraBeforeMs;
    const will = countsAfter && timeAfter >= 0 && timeAfter < lengthMs(after) + extraAfterMs;
    if (was && !will) counted.dropped += 1;
    else if (!was && will) counted.added += 1;
    else if (was && timeBefore !== timeAfter) counted.moved += 1;
  }
  return counted;
}

/** How many submissions' results are hidden from the public now, and would no longer be. */
export function shownSubmissions(
  before: ContestTimes,
  after: ContestTimes,
  submissions: Iterable<Pick<TimedSubmission, 'atMs'>>,
  nowMs: number,
): number {
  const hiddenBefore = hiddenFromMs(before, nowMs);
  if (hiddenBefore === null || !hasStarted(after, nowMs)) return 0;
  const hiddenAfter = hiddenFromMs(after, nowMs) ?? Infinity;
  let shown = 0;
  for (const { atMs } of submissions)
    if (contestTimeMs(before, atMs) >= hiddenBefore && contestTimeMs(after, atMs) < hiddenAfter) shown += 1;
  return shown;
}

/** What is known of a change when it is decided whether it is grave. */
export interface Change {
  readonly before: ContestTimes;
  readonly after: ContestTimes;
  readonly submissions: MovedSubmissions;
  /** Of {@link shownSubmissions}. */
  readonly shown: number;
  /** Whose rank, number of problems or penalty changes. */
  readonly changedTeams: number;
  readonly nowMs: number;
  /** The longest extra time of a team, ms. */
  readonly extraMs?: { readonly before: number; readonly after: number };
}

/** Why a change is asked for twice, as sentences; none: it is not. */
export function dangersOf(change: Change): string[] {
  const { before, after, submissions, shown, changedTeams, nowMs } = change;
  const started = hasStarted(before, nowMs);
  const dangers: string[] = [];
  if (!started && hasStarted(after, nowMs)) dangers.push('Everybody sees the problems.');
  if (!started && hasEnded(after, nowMs)) dangers.push('The contest is over at once.');
  if (started && before.startsAtMs !== after.startsAtMs)
    dangers.push('The contest has started, and its start moves.');
  if (started && !hasEnded(before, nowMs) && after.endsAtMs < before.endsAtMs)
    dangers.push('The contest ends earlier than teams expect.');
  if (hasEnded(before, nowMs) && !hasEnded(after, nowMs))
    dangers.push('The contest is over, and runs again.');
  if (isFrozen(before, nowMs) && !isFrozen(after, nowMs))
    dangers.push('Everybody sees the results of the freeze.');
  else if (shown > 0)
    dangers.push(`Everybody sees the results of ${shown} ${plural(shown, 'submission')} of the freeze.`);
  dangers.push(...earlyThaw(change));
  if (submissions.dropped > 0)
    dangers.push(`${counted(submissions.dropped, 'submission')} no longer counted.`);
  if (submissions.added > 0)
    dangers.push(`${counted(submissions.added, 'submission')} counted that did not count.`);
  if (changedTeams > 0)
    dangers.push(`The scoreboard changes for ${changedTeams} ${plural(changedTeams, 'team')}.`);
  return dangers;
}

/** Results that show while somebody may still submit, where they did not before. */
function earlyThaw({ before, after, nowMs, extraMs = { before: 0, after: 0 } }: Change): string[] {
  if (thawsEarly(after, 0, nowMs)) {
    // What a thaw of this instant shows has been said.
    const isToCome = after.thawsAtMs !== null && after.thawsAtMs > nowMs;
    return isToCome && !thawsEarly(before, 0, nowMs) ? ['The scoreboard thaws before the contest ends.'] : [];
  }
  if (thawsEarly(before, extraMs.before, nowMs) || !thawsEarly(after, extraMs.after, nowMs)) return [];
  return ['The scoreboard thaws while a team with extra time may still submit.'];
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(count, noun)} ${count === 1 ? 'is' : 'are'}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

function refuseIf(condition: boolean, why: string): void {
  if (condition) throw new ChangeRefused(why);
}

/** Does it thaw before the last have to be ready, who still have time? */
function thawsEarly(times: ContestTimes, extraMs: number, nowMs: number): boolean {
  const lastEndMs = teamEndsAtMs(times, extraMs);
  return times.thawsAtMs !== null && times.thawsAtMs < lastEndMs && lastEndMs > nowMs;
}

/**
 * Where the start moves before the activation, or the end after the deactivation, these move with them, unless somebody
 * has named them: a contest is seen while it runs.
 */
export function keepingActive(
  times: ContestTimes,
  moves: { readonly activation: boolean; readonly deactivation: boolean } = {
    activation: true,
    deactivation: true,
  },
): ContestTimes {
  const { activatesAtMs = null, deactivatesAtMs = null } = times;
  return {
    ...times,
    ...(moves.activation && activatesAtMs !== null
      ? { activatesAtMs: Math.min(activatesAtMs, times.startsAtMs) }
      : {}),
    ...(moves.deactivation && deactivatesAtMs !== null
      ? { deactivatesAtMs: Math.max(deactivatesAtMs, times.endsAtMs) }
      : {}),
  };
}
