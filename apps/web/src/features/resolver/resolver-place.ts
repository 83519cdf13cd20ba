/** Where a ceremony is: kept in the browser, so that a page that is loaded again goes on there. */
import { positionOfRow, type ResolverScript } from '@sandglass/domain';
import { recall, remember } from '../../lib/storage.ts';

/**
 * How far a reveal is shown. The cell of the problem is marked; then it has its result; then the team is in its new row.
 * All other steps are shown at once.
 */
export type Phase = 'marked' | 'result' | 'done';

export interface Place {
  /** So many steps are done. */
  readonly position: number;
  readonly phase: Phase;
}

export const speeds = [0.5, 1, 2, 4] as const;
export type Speed = (typeof speeds)[number];

export interface KeptPlace {
  /** Of the data: other results have other steps. */
  readonly version: string;
  readonly position: number;
  /** By it the place is found in other steps. */
  readonly settledFrom: number;
  readonly speed: Speed;
}

const keyOf = (contest: string, rehearsal: number | null, top: number | null): string =>
  `resolver.${contest}.${rehearsal === null ? 'true' : String(rehearsal)}.${String(top ?? 'all')}`;

export function keepPlace(
  contest: string,
  rehearsal: number | null,
  top: number | null,
  place: KeptPlace,
): void {
  remember(keyOf(contest, rehearsal, top), JSON.stringify(place));
}

/** Null: there is none, or it cannot be read. */
export function keptPlace(contest: string, rehearsal: number | null, top: number | null): KeptPlace | null {
  const text = recall(keyOf(contest, rehearsal, top));
  if (text === null) return null;
  try {
    return placeOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function placeOf(value: unknown): KeptPlace | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, position, settledFrom, speed } = value as Partial<Record<keyof KeptPlace, unknown>>;
  if (typeof version !== 'string' || !isCount(position) || !isCount(settledFrom)) return null;
  return { version, position, settledFrom, speed: speeds.find((one) => one === speed) ?? 1 };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Where to go on. Where results have changed since, it is before the row that was next. */
export function positionIn(script: ResolverScript, version: string, kept: KeptPlace | null): number {
  if (kept === null) return 0;
  if (kept.version === version) return Math.min(kept.position, script.steps.length);
  return Math.max(0, (positionOfRow(script, kept.settledFrom) ?? 1) - 1);
}
