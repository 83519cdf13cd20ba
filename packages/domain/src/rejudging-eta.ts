/** When a rejudging will be through, by the pace it goes at. */

export interface RejudgingPace {
  /** Judgings still to be judged. */
  readonly open: number;
  /** Judgings that ended within the last `windowMs`. */
  readonly doneInWindow: number;
  /** Shorter than the usual window while the rejudging is young, ms. */
  readonly windowMs: number;
}

/** What the pace is measured over: long enough for a slow problem, short enough to follow the load of the contest. */
export const paceWindowMs = 120_000;

/** ms from now; null where nothing is open, or nothing was done from which a pace follows. */
export function rejudgingEta({ open, doneInWindow, windowMs }: RejudgingPace): number | null {
  if (open <= 0 || doneInWindow <= 0 || windowMs <= 0) return null;
  return Math.round((open * windowMs) / doneInWindow);
}
