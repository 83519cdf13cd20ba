/** Bins for histograms of times: on a logarithmic axis, because what is of interest spans from a millisecond to a minute. */

export interface TimeBins {
  /** Lower end of the first bin, µs; what is shorter counts there, too. */
  readonly fromUs: number;
  /** Upper end of the last bin, µs; what is longer counts there, too. */
  readonly toUs: number;
  readonly count: number;
}

/** 0.1 ms to 100 s, twelve bins for a factor of ten. */
export const usualTimeBins: TimeBins = { fromUs: 100, toUs: 100_000_000, count: 72 };

/** Place of a time on the axis: 0 at its beginning, 1 at its end, clamped. */
export function placeOnAxis(us: number, { fromUs, toUs }: TimeBins = usualTimeBins): number {
  if (us <= fromUs) return 0;
  return Math.min(1, Math.log(us / fromUs) / Math.log(toUs / fromUs));
}

/** The time at a place of the axis, µs. */
export function timeAtPlace(place: number, { fromUs, toUs }: TimeBins = usualTimeBins): number {
  return fromUs * (toUs / fromUs) ** Math.min(1, Math.max(0, place));
}

/** From 0. */
export function binOf(us: number, bins: TimeBins = usualTimeBins): number {
  return Math.min(bins.count - 1, Math.floor(placeOnAxis(us, bins) * bins.count));
}
