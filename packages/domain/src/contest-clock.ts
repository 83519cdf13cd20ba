/**
 * What time it is in a contest. Instants are milliseconds since the epoch and always
 * parameters: nothing here reads a clock.
 *
 * Contest time is what counts: length, freeze, extra time and penalties are in contest time, and every instant
 * becomes one by {@link contestTimeMs} and by nothing else. It is computed from the contest's present rules and kept
 * nowhere, so that a rule changed late gives the same scoreboard as one that has always been so (docs/decisions/0017).
 */
import type { ContestPhase, ContestSummary } from '@sandglass/contracts';

/** Wall-clock time that does not count. The start belongs to it, the end does not. */
export interface RemovedInterval {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What those who run the contest decide. */
export interface ContestSchedule {
  readonly startsAtMs: number;
  /** In contest time. */
  readonly lengthMs: number;
  /** Contest time of the freeze; null: none. */
  readonly freezesAfterMs: number | null;
  readonly thawsAtMs: number | null;
  readonly finalizedAtMs?: number | null;
  /** In any order; they may overlap, and lie anywhere. */
  readonly removed?: readonly RemovedInterval[];
  /** The countdown to the start is stopped since; null: it runs, or the contest does. */
  readonly countdownStoppedAtMs?: number | null;
  /** Only those who run the contest see it before the one and from the other on; null: everybody whom it is for. */
  readonly activatesAtMs?: number | null;
  readonly deactivatesAtMs?: number | null;
}

/** When what is decided happens on the wall clock. */
export interface ContestTimes {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** From here on the public does not see results; null: no freeze. */
  readonly freezesAtMs: number | null;
  /** From here on it sees them again; null: stays frozen until somebody thaws. */
  readonly thawsAtMs: number | null;
  /** Results are final from here on; null: not yet. */
  readonly finalizedAtMs?: number | null;
  readonly removed?: readonly RemovedInterval[];
  /** Since when the countdown to the start is stopped: the contest does not start, at any time; null: it is not. */
  readonly countdownStoppedAtMs?: number | null;
  /** As of {@link ContestSchedule}. */
  readonly activatesAtMs?: number | null;
  readonly deactivatesAtMs?: number | null;
}

/** Removed time before the end and before the freeze moves both: the length of a contest is contest time. */
export function timesOf(schedule: ContestSchedule): ContestTimes {
  const { startsAtMs, lengthMs, freezesAfterMs, thawsAtMs } = schedule;
  return {
    startsAtMs,
    endsAtMs: instantOf(schedule, lengthMs),
    freezesAtMs: freezesAfterMs === null ? null : instantOf(schedule, freezesAfterMs),
    thawsAtMs,
    finalizedAtMs: schedule.finalizedAtMs ?? null,
    removed: schedule.removed ?? [],
    countdownStoppedAtMs: schedule.countdownStoppedAtMs ?? null,
    activatesAtMs: schedule.activatesAtMs ?? null,
    deactivatesAtMs: schedule.deactivatesAtMs ?? null,
  };
}

/** What gives these times. */
export function scheduleOf(times: ContestTimes): ContestSchedule {
  return {
    startsAtMs: times.startsAtMs,
    lengthMs: lengthMs(times),
    freezesAfterMs: times.freezesAtMs === null ? null : contestTimeMs(times, times.freezesAtMs),
    thawsAtMs: times.thawsAtMs,
    finalizedAtMs: times.finalizedAtMs ?? null,
    removed: times.removed ?? [],
    countdownStoppedAtMs: times.countdownStoppedAtMs ?? null,
    activatesAtMs: times.activatesAtMs ?? null,
    deactivatesAtMs: times.deactivatesAtMs ?? null,
  };
}

/** Times from the texts of the contracts. @throws RangeError naming the field that is no instant */
export function contestTimes(
  contest: Pick<ContestSummary, 'startsAt' | 'endsAt' | 'freezesAt' | 'thawsAt'> &
    Partial<
      Pick<ContestSummary, 'removedIntervals' | 'countdownStoppedAt' | 'activatesAt' | 'deactivatesAt'>
    > & {
      finalizedAt?: string | null;
    },
): ContestTimes {
  const optional = (field: string, text: string | null | undefined): number | null =>
    text == null ? null : instant(field, text);
  return {
    startsAtMs: instant('startsAt', contest.startsAt),
    endsAtMs: instant('endsAt', contest.endsAt),
    freezesAtMs: optional('freezesAt', contest.freezesAt),
    thawsAtMs: optional('thawsAt', contest.thawsAt),
    finalizedAtMs: optional('finalizedAt', contest.finalizedAt),
    removed: (contest.removedIntervals ?? []).map(({ from, until }) => ({
      fromMs: instant('removedIntervals.from', from),
      untilMs: instant('removedIntervals.until', until),
    })),
    countdownStoppedAtMs: optional('countdownStoppedAt', contest.countdownStoppedAt),
    activatesAtMs: optional('activatesAt', contest.activatesAt),
    deactivatesAtMs: optional('deactivatesAt', contest.deactivatesAt),
  };
}

function instant(field: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError(`${field} is "${text}" and must be an ISO 8601 instant`);
  return ms;
}

/** Start belongs to the contest, end does not. `frozen` is a phase of the running contest only; see {@link isFrozen}. */
export function contestPhase(times: ContestTimes, nowMs: number): ContestPhase {
  if (!hasStarted(times, nowMs)) return 'before';
  if (nowMs >= times.endsAtMs) {
    const finalized = times.finalizedAtMs ?? null;
    return finalized !== null && nowMs >= finalized ? 'finalized' : 'ended';
  }
  return isFrozen(times, nowMs) ? 'frozen' : 'running';
}

export function hasStarted(times: ContestTimes, nowMs: number): boolean {
  return !isCountdownStopped(times) && nowMs >= times.startsAtMs;
}

export function hasEnded(times: ContestTimes, nowMs: number): boolean {
  return hasStarted(times, nowMs) && nowMs >= times.endsAtMs;
}

/**
 * Do those see it whom it is for? A contest that has started, and in which somebody may still submit, is always seen: a
 * start by hand comes before its activation, an extension after its deactivation.
 * @param extraMs the longest extra time of a team, in contest time
 */
export function isActive(times: ContestTimes, nowMs: number, extraMs = 0): boolean {
  const started = hasStarted(times, nowMs);
  const activatesAtMs = times.activatesAtMs ?? null;
  if (activatesAtMs !== null && nowMs < activatesAtMs && !started) return false;
  const deactivatesAtMs = times.deactivatesAtMs ?? null;
  if (deactivatesAtMs === null || nowMs < deactivatesAtMs) return true;
  return started && nowMs < teamEndsAtMs(times, extraMs);
}

export function isCountdownStopped(times: ContestTimes): boolean {
  return (times.countdownStoppedAtMs ?? null) !== null;
}

/** Until the start: what a stopped countdown has left stays as it is. 0 after the start. */
export function countdownMs(times: ContestTimes, nowMs: number): number {
  return Math.max(0, times.startsAtMs - (times.countdownStoppedAtMs ?? nowMs));
}

/** Is the public kept from results now? Holds on after the end until the thaw. */
export function isFrozen(times: ContestTimes, nowMs: number): boolean {
  if (times.freezesAtMs === null || nowMs < times.freezesAtMs || !hasStarted(times, nowMs)) return false;
  return times.thawsAtMs === null || nowMs < times.thawsAtMs;
}

/**
 * Milliseconds since the start without the removed time before this instant; negative before the start. All of a
 * removed interval has the contest time of its start ("Removing time intervals", CCS requirements).
 */
export function contestTimeMs(times: Clockwork, atMs: number): number {
  let removedMs = 0;
  for (const { fromMs, untilMs } of merged(times))
    if (fromMs < atMs) removedMs += Math.min(untilMs, atMs) - fromMs;
  return atMs - times.startsAtMs - removedMs;
}

/** The first instant that has this contest time: the inverse of {@link contestTimeMs}. */
export function instantOf(times: Clockwork, contestMs: number): number {
  let atMs = times.startsAtMs + contestMs;
  for (const { fromMs, untilMs } of merged(times)) {
    if (fromMs >= atMs) break;
    atMs += untilMs - fromMs;
  }
  return atMs;
}

/** How long the contest is, in contest time. */
export function lengthMs(times: ContestTimes): number {
  return contestTimeMs(times, times.endsAtMs);
}

/** When a team has to be ready. @param extraTimeMs its own, in contest time */
export function teamEndsAtMs(times: ContestTimes, extraTimeMs: number): number {
  return extraTimeMs === 0 ? times.endsAtMs : instantOf(times, lengthMs(times) + extraTimeMs);
}

/** Is this contest time removed now: is the contest’s clock stopped? */
export function isRemoved(times: ContestTimes, atMs: number): boolean {
  return merged(times).some(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
}

/** Contest time from which on results are hidden at this instant; null when nothing is hidden. */
export function hiddenFromMs(times: ContestTimes, nowMs: number): number | null {
  return times.freezesAtMs !== null && isFrozen(times, nowMs)
    ? contestTimeMs(times, times.freezesAtMs)
    : null;
}

/** May a team hand in a submission now? Jury may always. @param extraTimeMs the team's own */
export function maySubmit(times: ContestTimes, nowMs: number, extraTimeMs = 0): boolean {
  return hasStarted(times, nowMs) && nowMs < teamEndsAtMs(times, extraTimeMs);
}

/** The next instant at which the phase or the freeze changes; null when there is none. For timers. */
export function nextChangeMs(times: ContestTimes, nowMs: number): number | null {
  const stopped = isCountdownStopped(times);
  const instants = [
    times.activatesAtMs ?? null,
    times.deactivatesAtMs ?? null,
    ...(stopped
      ? []
      : [times.startsAtMs, times.freezesAtMs, times.endsAtMs, times.thawsAtMs, times.finalizedAtMs ?? null]),
  ];
  const later = instants.filter((at) => at !== null && at > nowMs) as number[];
  return later.length === 0 ? null : Math.min(...later);
}

/** What contest time is counted with. */
type Clockwork = Pick<ContestTimes, 'startsAtMs' | 'removed'>;

/** In order, without overlaps, and only what lies after the start: before it nothing is counted. */
function merged({ startsAtMs, removed = [] }: Clockwork): readonly RemovedInterval[] {
  if (removed.length === 0) return removed;
  const result: { fromMs: number; untilMs: number }[] = [];
  for (const interval of removed.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const fromMs = Math.max(interval.fromMs, startsAtMs);
    if (interval.untilMs <= fromMs) continue;
    const last = result.at(-1);
    if (last === undefined || fromMs > last.untilMs) result.push({ fromMs, untilMs: interval.untilMs });
    else last.untilMs = Math.max(last.untilMs, interval.untilMs);
  }
  return result;
}
