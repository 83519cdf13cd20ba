/** Where the full-screen scoreboard goes next. */

export interface Showing {
  /** How far it is scrolled, px. */
  readonly top: number;
  /** How much of it is in sight below what sticks to the upper edge, px. */
  readonly inView: number;
  /** How far it can be scrolled, px. */
  readonly end: number;
  readonly rowPx: number;
}

/** One screenful further, with the last row again as the first; from the end back to the top. */
export function nextTop({ top, inView, end, rowPx }: Showing): number {
  if (top >= end - 1) return 0;
  const rows = Math.max(1, Math.floor(inView / rowPx) - 1);
  return Math.min(end, top + rows * rowPx);
}
