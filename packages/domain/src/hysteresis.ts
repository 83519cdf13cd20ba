/**
 * A level that a figure reaches and leaves: one engine for alarms and for the signs of a host's health.
 *
 * Each level has a reading for entering it and another for leaving it, and how long either must hold without a break, so
 * that a figure that wavers about one bound does not switch the level. A level gets worse to the worst one that was
 * reached for long enough, and better by one at a time.
 */

/** What a figure says of one level now. Neither, between the two bounds: the level stays as it is. */
export interface LevelReading {
  /** Bad enough to enter the level. */
  readonly reached: boolean;
  /** Good enough to leave it. */
  readonly left: boolean;
}

/** For how long a reading must hold without a break before it counts, ms. */
export interface LevelRule {
  readonly enterAfterMs: number;
  readonly leaveAfterMs: number;
}

/** Since when a level has been reached without a break. */
export interface Reached {
  readonly sinceMs: number;
  /** The step before, the last at which it was not reached: it may have begun at any time from there on. */
  readonly afterMs: number;
}

export interface Hysteresis {
  /** 0: none; else the number of the level that holds. */
  readonly level: number;
  /** By level, the first one first; null: it is not reached now. */
  readonly reached: readonly (Reached | null)[];
  /** Since when the figure has been good enough to leave the level without a break; null: it is not. */
  readonly leftSinceMs: number | null;
}

/** @param level that holds from the start */
export function startHysteresis(level = 0): Hysteresis {
  return { level, reached: [], leftSinceMs: null };
}

/**
 * @param readings by level, the first one first. Where nothing is known of the figure, a caller that wants every wait
 * to begin again gives neither `reached` nor `left`, and one that wants the waits to go on leaves the step out.
 * @param rules as many
 * @param atMs never less than in the step before
 * @param formerMs when the figure was looked at before
 */
export function stepHysteresis(
  before: Hysteresis,
  readings: readonly LevelReading[],
  rules: readonly LevelRule[],
  atMs: number,
  formerMs = atMs,
): Hysteresis {
  const reached = readings.map((reading, index) =>
    reading.reached ? (before.reached[index] ?? { sinceMs: atMs, afterMs: formerMs }) : null,
  );
  const worst =
    1 +
    reached.findLastIndex((span, index) => span !== null && holds(span.sinceMs, rules[index]?.enterAfterMs));
  if (worst > before.level) return { level: worst, reached, leftSinceMs: null };
  // What is left of level 0 is level 1: an alarm that another process raised is cleared as soon as it may be.
  const current = Math.max(before.level, 1) - 1;
  if (readings[current]?.left !== true) return { level: before.level, reached, leftSinceMs: null };
  const leftSinceMs = before.leftSinceMs ?? atMs;
  if (before.level === 0 || !holds(leftSinceMs, rules[current]?.leaveAfterMs))
    return { level: before.level, reached, leftSinceMs };
  return { level: before.level - 1, reached, leftSinceMs: atMs };

  function holds(sinceMs: number, forMs = Infinity): boolean {
    return atMs - sinceMs >= forMs;
  }
}
