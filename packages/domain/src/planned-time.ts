/**
 * A time of a contest as people write it: an instant, or a distance from the start or the end in contest time, as CLICS
 * and DOMjudge write it: `start`, `+4:00:00`, `-0:30`, `end-1:00`, `end+0:15`.
 */
import { contestTimeMs, instantOf, lengthMs, type ContestTimes } from './contest-clock.ts';

export type PlannedTime =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'distance'; readonly from: 'start' | 'end'; readonly ms: number };

/** What distances are counted from. */
export type PlannedFrom = Pick<ContestTimes, 'startsAtMs' | 'endsAtMs' | 'freezesAtMs' | 'thawsAtMs'> &
  Pick<ContestTimes, 'removed'>;

const distance = /^(start|end)?\s*(?:([+-])\s*(\d{1,4}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?)?$/i;
/** Longer texts are no time; nothing reads them. */
export const maxPlannedTime = 64;

/** What people are shown as an example. */
export const plannedTimeHint =
  'a date and time such as 2026-11-28 09:00:00, or a distance such as +5:00:00 or end-1:00';

/** @param text an instant without a zone is in that of this machine @returns null: it is neither */
export function parsePlannedTime(text: string): PlannedTime | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxPlannedTime) return null;
  const found = distance.exec(trimmed);
  if (found !== null) {
    const [, from, sign, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found;
    const ms =
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
      Number(fraction.padEnd(3, '0'));
    return {
      kind: 'distance',
      from: from?.toLowerCase() === 'end' ? 'end' : 'start',
      // Never -0.
      ms: sign === '-' && ms > 0 ? -ms : ms,
    };
  }
  // Nothing but ISO 8601 with a blank for its T: what else an engine reads, every engine reads in another way.
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i.test(trimmed)) return null;
  const atMs = Date.parse(trimmed.replace(' ', 'T'));
  return Number.isNaN(atMs) ? null : { kind: 'instant', atMs };
}

/** The first instant that is so far from the start or the end. */
export function plannedInstant(planned: PlannedTime, times: PlannedFrom): number {
  if (planned.kind === 'instant') return planned.atMs;
  return instantOf(times, planned.ms + (planned.from === 'end' ? lengthMs(times) : 0));
}

/** `+4:00:00`, `-0:30:00`, `start`, `end+0:15:00`: what {@link parsePlannedTime} reads. */
export function distanceText(atMs: number, from: 'start' | 'end', times: PlannedFrom): string {
  const ms = contestTimeMs(times, atMs) - (from === 'end' ? lengthMs(times) : 0);
  if (ms === 0) return from;
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  const rest = Math.abs(ms) % 1000;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`;
  return `${from === 'end' ? 'end' : ''}${ms < 0 ? '-' : '+'}${clock}${fraction}`;
}
