/**
 * The value below which a share `p` of the samples lies (nearest rank).
 * @param p between 0 and 1
 * @throws RangeError when there is no sample
 */
export function percentile(samples: readonly number[], p: number): number {
  if (samples.length === 0) throw new RangeError('a percentile of no samples was asked for');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? 0;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Rounded for tables and figures: at most `digits` significant decimals behind the point. */
export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
