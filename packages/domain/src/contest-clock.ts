/**
 * What time it is in a contest. Instants are milliseconds since the epoch and always
 * parameters: nothing here reads a clock.
 */
import type { ContestPhase, ContestSummary } from '@sandglass/contracts';

export interface ContestTimes {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** From here on the public does not see results; null: no freeze. */
  readonly freezesAtMs: number | null;
  /** From here on it sees them again; null: stays frozen until somebody thaws. */
  readonly thawsAtMs: number | null;
  /** Results are final from here on; null: not yet. */
  readonly finalizedAtMs?: number | null;
}

/** Times from the texts of the contracts. @throws RangeError naming the field that is no instant */
export function contestTimes(
  contest: Pick<ContestSummary, 'startsAt' | 'endsAt' | 'freezesAt' | 'thawsAt'> & {
    finalizedAt?: string | null;
  },
): ContestTimes {
  return {
    startsAtMs: instant('startsAt', contest.startsAt),
    endsAtMs: instant('endsAt', contest.endsAt),
    freezesAtMs: contest.freezesAt === null ? null : instant('freezesAt', contest.freezesAt),
    thawsAtMs: contest.thawsAt === null ? null : instant('thawsAt', contest.thawsAt),
    finalizedAtMs: contest.finalizedAt ? instant('finalizedAt', contest.finalizedAt) : null,
  };
}

function instant(field: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError(`${field} is "${text}" and must be an ISO 8601 instant`);
  return ms;
}

/** Start belongs to the contest, end does not. `frozen` is a phase of the running contest only; see {@link isFrozen}. */
export function contestPhase(times: ContestTimes, nowMs: number): ContestPhase {
  if (nowMs < times.startsAtMs) return 'before';
  if (nowMs >= times.endsAtMs) {
    const finalized = times.finalizedAtMs ?? null;
    return finalized !== null && nowMs >= finalized ? 'finalized' : 'ended';
  }
  return isFrozen(times, nowMs) ? 'frozen' : 'running';
}

export function hasStarted(times: ContestTimes, nowMs: number): boolean {
  return nowMs >= times.startsAtMs;
}

export function hasEnded(times: ContestTimes, nowMs: number): boolean {
  return nowMs >= times.endsAtMs;
}

/** Is the public kept from results now? Holds on after the end until the thaw. */
export function isFrozen(times: ContestTimes, nowMs: number): boolean {
  if (times.freezesAtMs === null || nowMs < times.freezesAtMs) return false;
  return times.thawsAtMs === null || nowMs < times.thawsAtMs;
}

/** Milliseconds since the start; negative before it. */
export function contestTimeMs(times: ContestTimes, atMs: number): number {
  return atMs - times.startsAtMs;
}

/** Contest time from which on results are hidden at this instant; null when nothing is hidden. */
export function hiddenFromMs(times: ContestTimes, nowMs: number): number | null {
  return times.freezesAtMs !== null && isFrozen(times, nowMs) ? times.freezesAtMs - times.startsAtMs : null;
}

/** May a team hand in a submission now? Jury may always. */
export function maySubmit(times: ContestTimes, nowMs: number): boolean {
  return nowMs >= times.startsAtMs && nowMs < times.endsAtMs;
}

/** The next instant at which the phase or the freeze changes; null when there is none. For timers. */
export function nextChangeMs(times: ContestTimes, nowMs: number): number | null {
  const instants = [
    times.startsAtMs,
    times.freezesAtMs,
    times.endsAtMs,
    times.thawsAtMs,
    times.finalizedAtMs ?? null,
  ];
  const later = instants.filter((at) => at !== null && at > nowMs) as number[];
  return later.length === 0 ? null : Math.min(...later);
}
