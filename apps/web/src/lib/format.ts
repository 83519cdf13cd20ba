/** Figures as people read them. Units are in the names of the arguments. */

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `1536` → `1.5 KiB`; limits that are whole stay whole. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 || Number.isInteger(value) ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** Microseconds at a precision that helps: `0.4 ms`, `38 ms`, `1.204 s`. */
export function formatMicroseconds(us: number): string {
  const magnitude = Math.abs(us);
  if (magnitude < 9_950) return `${(us / 1000).toFixed(1)} ms`;
  if (magnitude < 999_500) return `${Math.round(us / 1000)} ms`;
  return `${(us / 1_000_000).toFixed(magnitude < 99_995_000 ? 3 : 1)} s`;
}

/** A limit in milliseconds: `2 s`, `1.5 s`, `250 ms`. */
export function formatLimitMs(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(3))} s` : `${ms} ms`;
}

/** A count of milliseconds as a clock: `4:05:09`, or `05:09` under an hour. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Contest time of a submission: `1:23:45`. Negative before the start. */
export function formatContestTime(ms: number): string {
  const sign = ms < 0 ? '−' : '';
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return (
    sign + parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
  );
}

const countFormat = new Intl.NumberFormat('en');
export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** `1 test`, `2 tests`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** How old something is: `4 s`, `40 s`, `3 min`, `2 h`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

/** How long one may have to wait, as roughly as it is known: `a few seconds`, `about 40 s`, `about 3 min`. */
export function formatWait(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 7.5) return 'a few seconds';
  if (seconds < 90) return `about ${Math.max(10, Math.round(seconds / 10) * 10)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}
