/** The times of a contest in a form: texts, absolute or relative, and what they say. */
import type { ChangeContestRequest, ContestState } from '@sandglass/contracts';
import {
  contestTimes,
  distanceText,
  parsePlannedTime,
  plannedInstant,
  plannedTimeHint,
  type ContestTimes,
} from '@sandglass/domain';
import { localInput } from '../contest-control/local-input.ts';

/** Besides the start, from which the others are counted. */
export const laterTimes = ['endsAt', 'freezesAt', 'thawsAt', 'activatesAt', 'deactivatesAt'] as const;
export type LaterTime = (typeof laterTimes)[number];
export type TimeField = 'startsAt' | LaterTime;
export type TimeTexts = Readonly<Record<TimeField, string>>;
/** How times that nobody has typed are written. */
export type Notation = 'relative' | 'absolute';

/** A contest has to have these. */
const needed: ReadonlySet<TimeField> = new Set<TimeField>(['startsAt', 'endsAt']);

export function textsOf(
  state: Pick<ContestState, TimeField | 'removedIntervals'>,
  notation: Notation,
): TimeTexts {
  const times = contestTimes(state);
  const text = (field: LaterTime): string => {
    const iso = state[field];
    if (iso === null) return '';
    if (notation === 'absolute') return absoluteText(iso);
    return distanceText(Date.parse(iso), fromEnd(field, Date.parse(iso), times) ? 'end' : 'start', times);
  };
  return {
    startsAt: absoluteText(state.startsAt),
    endsAt: text('endsAt'),
    freezesAt: text('freezesAt'),
    thawsAt: text('thawsAt'),
    activatesAt: text('activatesAt'),
    deactivatesAt: text('deactivatesAt'),
  };
}

/** What comes after the end is counted from it: it moves with the end. */
function fromEnd(field: LaterTime, atMs: number, { endsAtMs }: ContestTimes): boolean {
  return field !== 'endsAt' && atMs >= endsAtMs;
}

const absoluteText = (iso: string): string => localInput(iso).replace('T', ' ');

export type ReadTimes = Readonly<
  Record<TimeField, { readonly at: string | null } | { readonly wrong: string }>
>;

/** What the texts say, field by field. */
export function readTimes(texts: TimeTexts, removed: ContestState['removedIntervals']): ReadTimes {
  const start = parsePlannedTime(texts.startsAt);
  const startsAtMs = start?.kind === 'instant' ? start.atMs : null;
  const times: ContestTimes = {
    startsAtMs: startsAtMs ?? 0,
    endsAtMs: startsAtMs ?? 0,
    freezesAtMs: null,
    thawsAtMs: null,
    removed: removed.map(({ from, until }) => ({ fromMs: Date.parse(from), untilMs: Date.parse(until) })),
  };
  const read = (field: LaterTime, from: ContestTimes): ReadTimes[TimeField] => {
    if (texts[field].trim() === '')
      return needed.has(field) ? { wrong: `must be given: ${plannedTimeHint}` } : { at: null };
    const planned = parsePlannedTime(texts[field]);
    if (planned === null) return { wrong: `must be ${plannedTimeHint}` };
    if (planned.kind === 'distance' && startsAtMs === null) return { wrong: 'is counted from the start' };
    if (planned.kind === 'distance' && planned.from === 'end' && field === 'endsAt')
      return { wrong: 'must be counted from the start, such as +5:00:00' };
    return { at: new Date(plannedInstant(planned, from)).toISOString() };
  };
  const end = read('endsAt', times);
  const endsAtMs = 'at' in end && end.at !== null ? Date.parse(end.at) : times.endsAtMs;
  const whole = { ...times, endsAtMs };
  return {
    startsAt:
      startsAtMs === null
        ? { wrong: 'must be a date and time such as 2026-11-28 09:00:00' }
        : { at: new Date(startsAtMs).toISOString() },
    endsAt: end,
    freezesAt: read('freezesAt', whole),
    thawsAt: read('thawsAt', whole),
    activatesAt: read('activatesAt', whole),
    deactivatesAt: read('deactivatesAt', whole),
  };
}

/** The other way to write it, to be shown beside it; null: there is none. */
export function otherText(
  field: TimeField,
  text: string,
  read: ReadTimes,
  removedIntervals: ContestState['removedIntervals'],
): string | null {
  const [start, end, value] = [read.startsAt, read.endsAt, read[field]];
  if (!('at' in value) || value.at === null) return null;
  if (field === 'startsAt') return null;
  if (parsePlannedTime(text)?.kind === 'distance') return absoluteText(value.at);
  if (!('at' in start) || !('at' in end) || start.at === null || end.at === null) return null;
  const times = contestTimes({
    startsAt: start.at,
    endsAt: end.at,
    freezesAt: null,
    thawsAt: null,
    removedIntervals,
  });
  const atMs = Date.parse(value.at);
  return distanceText(atMs, fromEnd(field, atMs, times) ? 'end' : 'start', times);
}

/**
 * What is to be saved: times that are not as they are. What nobody has touched moves with the start from which it is
 * counted; and the thaw is named where the end moves, because one that is not moves with the end.
 */
export function changedTimes(
  read: ReadTimes,
  state: Pick<ContestState, TimeField>,
): Pick<ChangeContestRequest, TimeField> {
  const valueOf = (field: TimeField): string | null => {
    const value = read[field];
    const at = 'at' in value ? value.at : state[field];
    // Absolute texts have no milliseconds.
    return secondOf(at) === secondOf(state[field]) ? state[field] : at;
  };
  const isOther = (field: TimeField): boolean => valueOf(field) !== state[field];
  const [startsAt, endsAt] = [valueOf('startsAt'), valueOf('endsAt')];
  const moves = isOther('startsAt') || isOther('endsAt');
  return {
    ...(isOther('startsAt') && startsAt !== null ? { startsAt } : {}),
    ...(isOther('endsAt') && endsAt !== null ? { endsAt } : {}),
    ...(isOther('freezesAt') ? { freezesAt: valueOf('freezesAt') } : {}),
    ...(isOther('thawsAt') || moves ? { thawsAt: valueOf('thawsAt') } : {}),
    ...(isOther('activatesAt') ? { activatesAt: valueOf('activatesAt') } : {}),
    ...(isOther('deactivatesAt') ? { deactivatesAt: valueOf('deactivatesAt') } : {}),
  };
}

const secondOf = (iso: string | null): number | null =>
  iso === null ? null : Math.floor(Date.parse(iso) / 1000);
