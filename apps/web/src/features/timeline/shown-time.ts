/** How the time that is shown changes when it is moved and zoomed. Pure. */
import { gutter, timeOf, type View } from './chart-view.ts';

export interface ShownTime {
  /** The right end, ms since 1970; null: now, and the chart moves. */
  readonly until: number | null;
  readonly windowMs: number;
}

/** As narrow and as wide as the address and the api take it, ms. */
const windowBounds = [6_000, 6 * 3_600_000] as const;

export function bounded(windowMs: number): number {
  return Math.min(windowBounds[1], Math.max(windowBounds[0], windowMs));
}

/** Never beyond now: there the chart moves again. */
export function settled(until: number, now: number): number | null {
  return until >= now ? null : until;
}

/** @param pixels the chart goes so far to the left, CSS pixels */
export function moved(view: View, pixels: number): ShownTime {
  const windowMs = view.until - view.from;
  const pixelMs = windowMs / (view.width - gutter);
  return { until: settled(view.until + pixels * pixelMs, view.now), windowMs };
}

/**
 * What was below one place is below another afterwards. In a chart that moves, the right end stays now.
 * @param moves whether it does @param x the place before @param to the place afterwards, CSS pixels
 */
export function zoomed(view: View, moves: boolean, windowMs: number, x: number, to = x): ShownTime {
  const width = bounded(windowMs);
  if (moves) return { until: null, windowMs: width };
  const right = ((view.width - to) / (view.width - gutter)) * width;
  return { until: settled(timeOf(view, x) + right, view.now), windowMs: width };
}

/** That has a stretch of time in its middle, and never less of it than is shown now. */
export function around(from: number, until: number, now: number, windowMs: number): ShownTime {
  const width = bounded(Math.max(windowMs, 1.5 * (until - from)));
  return { until: settled((from + until + width) / 2, now), windowMs: width };
}
