/** A moment of a contest as people write it: a contest time (`2:30:00`) or an instant. */
import { instantOf, type ContestTimes } from './contest-clock.ts';

const contestTime = /^(\d{1,4}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** @returns ms since the epoch; null: it is neither */
export function momentOf(text: string, times: ContestTimes): number | null {
  const parts = contestTime.exec(text);
  if (parts !== null) {
    const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return instantOf(times, whole * 1000 + Number(fraction.padEnd(3, '0')));
  }
  if (!instant.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** `2:30:00`; milliseconds are cut off. @param ms of contest time, at least 0 */
export function contestTimeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
