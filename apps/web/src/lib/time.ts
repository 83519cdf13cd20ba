/** Instants in the viewer's zone, and the server's clock. */

// Twenty-four hours everywhere: contest papers, announcements and scoreboards are written so.
// The first format a page makes costs it ten milliseconds, in which a list of today's submissions could be drawn.
const otherDay = made(
  () =>
    new Intl.DateTimeFormat(undefined, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const full = made(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }),
);

/** Made when it is first needed. */
function made<T>(make: () => T): () => T {
  let known: T | undefined;
  return () => (known ??= make());
}

/** The time of day, with the date when it is not today's. `minutes` leaves the seconds out. */
export function formatInstant(
  iso: string,
  precision: 'seconds' | 'minutes' = 'seconds',
  now = new Date(),
): string {
  const date = new Date(iso);
  const today =
    date.getDate() === now.getDate() &&
    date.getMonth() === now.getMonth() &&
    date.getFullYear() === now.getFullYear();
  if (!today) return otherDay().format(date);
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'minutes' ? [] : [date.getSeconds()])];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

export function formatInstantFully(iso: string): string {
  return full().format(new Date(iso));
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const relative = made(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

/** `3 minutes ago`, `in 2 hours`. */
export function formatRelative(iso: string, nowMs: number): string {
  const delta = Date.parse(iso) - nowMs;
  for (const [unit, size] of steps) {
    if (Math.abs(delta) >= size) return relative().format(Math.trunc(delta / size), unit);
  }
  return 'just now';
}

/** Milliseconds to add to this machine's clock to get the server's. */
let serverOffsetMs = 0;

/**
 * Takes a server time from an answer; half the round trip of some tens of ms does not matter here.
 * @param at when the answer came, by this machine's clock
 */
export function setServerTime(iso: string, at = Date.now()): void {
  serverOffsetMs = Date.parse(iso) - at;
}

/** A time of this machine's clock, in ms, as the server's clock has it. */
export function serverTimeOf(ms: number): string {
  return new Date(ms + serverOffsetMs).toISOString();
}

/** The server's idea of now: contestants' clocks are often wrong by minutes. */
export function serverNow(): number {
  return Date.now() + serverOffsetMs;
}
