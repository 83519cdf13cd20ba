/** Figures of hosts as the panel writes them: short, in columns. Units are in the names of the arguments. */

/** `0.4`, `3.1`, `47`: one decimal as long as it says something. */
export function shortNumber(value: number): string {
  return value < 9.95 ? value.toFixed(1) : String(Math.round(value));
}

/** `0`, `0.4`, `12`: a share of one as percent, without the sign. */
export function percentOf(share: number): string {
  const percent = share * 100;
  return percent === 0 ? '0' : percent < 0.95 ? percent.toFixed(1) : String(Math.round(percent));
}

/** `0.8 ms`, `42 ms`, `1.2 s`. */
export function shortTime(us: number): string {
  const ms = us / 1000;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  return ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `0.8 s`, `12 s`, `4 min`, `3 h`: how old something is. */
export function shortAge(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  if (seconds < 5_970) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** `+3 %`, `−12 %`: a deviation. */
export function signedPercent(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}

/** `+3 ms`, `−1.2 s`. */
export function signedTime(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  return `${sign}${shortTime(Math.abs(ms) * 1000)}`;
}

const beforeUnit = /(?<=\d) (?=(?:%|µs|ms|s|min|h|d|B|KiB|MiB|GiB|TiB|°C|slots?|runs|files)(?![\p{L}\d]))/gu;
const afterName = /(?<=\b(?:CPU|p50|p95|p99|within)) (?=[+−±\d])/g;

/** Figures that are not torn from their units at the end of a line: with no-break spaces. */
export function unbroken(text: string): string {
  return text.replace(beforeUnit, '\u00a0').replace(afterName, '\u00a0');
}
