/**
 * The times of a contest between the database and the rules. The database has end and freeze as they are without removed
 * intervals, so that restoring one needs no second change; everybody else works with those of the wall clock.
 */
import { scheduleOf, timesOf, type ContestTimes } from '@sandglass/domain';
import type { Typed } from '../platform/database/joined-transaction.ts';

export interface StoredTimes {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly freezesAt: Date | null;
  readonly thawsAt: Date | null;
  readonly finalizedAt: Date | null;
  readonly countdownStoppedAt: Date | null;
  readonly activatesAt: Date | null;
  readonly deactivatesAt: Date | null;
}

/** Null: there is no such contest. */
export async function presentTimes(typed: Pick<Typed, 'contest'>, id: string): Promise<ContestTimes | null> {
  const row = await typed.contest.findUnique({
    where: { id },
    include: { removed: { where: { restoredAt: null } } },
  });
  return row === null ? null : timesOfStored(row, row.removed);
}

/** What of the removed intervals counts: those that have been restored are left out by the caller. */
export interface StoredInterval {
  readonly fromAt: Date;
  readonly untilAt: Date;
}

export function timesOfStored(row: StoredTimes, removed: readonly StoredInterval[]): ContestTimes {
  const startsAtMs = row.startsAt.getTime();
  return timesOf({
    startsAtMs,
    lengthMs: row.endsAt.getTime() - startsAtMs,
    freezesAfterMs: row.freezesAt === null ? null : row.freezesAt.getTime() - startsAtMs,
    thawsAtMs: row.thawsAt?.getTime() ?? null,
    finalizedAtMs: row.finalizedAt?.getTime() ?? null,
    countdownStoppedAtMs: row.countdownStoppedAt?.getTime() ?? null,
    activatesAtMs: row.activatesAt?.getTime() ?? null,
    deactivatesAtMs: row.deactivatesAt?.getTime() ?? null,
    removed: removed.map(({ fromAt, untilAt }) => ({
      fromMs: fromAt.getTime(),
      untilMs: untilAt.getTime(),
    })),
  });
}

export function storedTimesOf(times: ContestTimes): StoredTimes {
  const { startsAtMs, lengthMs, freezesAfterMs, ...rest } = scheduleOf(times);
  return {
    startsAt: new Date(startsAtMs),
    endsAt: new Date(startsAtMs + lengthMs),
    freezesAt: freezesAfterMs === null ? null : new Date(startsAtMs + freezesAfterMs),
    thawsAt: dateOf(rest.thawsAtMs),
    finalizedAt: dateOf(rest.finalizedAtMs ?? null),
    countdownStoppedAt: dateOf(rest.countdownStoppedAtMs ?? null),
    activatesAt: dateOf(rest.activatesAtMs ?? null),
    deactivatesAt: dateOf(rest.deactivatesAtMs ?? null),
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
