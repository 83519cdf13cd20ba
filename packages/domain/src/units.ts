/** Figures as the jury reads them in a reason. Input units are in the names. */

export const MiB = 1024 * 1024;
export const KiB = 1024;

/** "0.312 s", "12.4 ms", "950 µs". */
export function formatUs(us: number): string {
  if (Math.abs(us) >= 1_000_000) return `${trim((us / 1_000_000).toFixed(3))} s`;
  if (Math.abs(us) >= 1000) return `${trim((us / 1000).toFixed(1))} ms`;
  return `${us} µs`;
}

/** As {@link formatUs}, with all digits that were measured: "2.000 s" is no limit of 2 s. */
export function formatMeasuredUs(us: number): string {
  if (Math.abs(us) >= 1_000_000) return `${(us / 1_000_000).toFixed(3)} s`;
  return Math.abs(us) >= 1000 ? `${(us / 1000).toFixed(1)} ms` : formatUs(us);
}

/** "2048 MiB", "1.5 MiB", "12 KiB", "900 B". */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) >= MiB) return `${trim((bytes / MiB).toFixed(1))} MiB`;
  if (Math.abs(bytes) >= KiB) return `${trim((bytes / KiB).toFixed(1))} KiB`;
  return `${bytes} B`;
}

function trim(decimal: string): string {
  return decimal.replace(/\.?0+$/, '');
}
