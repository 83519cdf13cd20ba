/**
 * From when priorities are counted: the same for every process, so it is in the database. Every process reads it again
 * every second; the process that finds it spent renews it, and the sweep gives waiting tasks their new places.
 */
import { z } from 'zod';
import { epochIsSpent, queueEpoch, type QueueEpoch } from '@sandglass/domain';
import type { Database } from '../../platform/database/database.ts';

/** Renewed at half of it; 10 days leave ticks below half a second. */
const epochDays = 10;

/** After this long every process counts from a new epoch, though one of them was slow. */
const settledMs = 10_000;

export interface SharedEpoch {
  readonly epoch: QueueEpoch;
  /** By now nobody enqueues with priorities of the epoch before. */
  readonly settled: boolean;
}

const stored = `SELECT value, extract(epoch FROM now() - updated_at) * 1000 > ${settledMs} AS settled
  FROM setting WHERE key = 'queue-epoch'`;

const epochSchema: z.ZodType<QueueEpoch> = z.object({ startMs: z.number(), tickMs: z.number() });

interface StoredEpoch {
  readonly value: unknown;
  readonly settled: boolean;
}

export async function sharedEpoch(database: Database, nowMs = Date.now()): Promise<SharedEpoch> {
  const known = inForce(await database.query<StoredEpoch>(stored), nowMs);
  if (known !== null) return known;
  const epoch = queueEpoch(nowMs, epochDays);
  return database.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ('queue-epoch', $1, now()) ON CONFLICT (key) DO NOTHING`,
      [JSON.stringify(epoch)],
    );
    // Another process may have been first.
    const renewed = inForce(await sql.query<StoredEpoch>(`${stored} FOR UPDATE`), nowMs);
    if (renewed !== null) return renewed;
    await sql.query(`UPDATE setting SET value = $1, updated_at = now() WHERE key = 'queue-epoch'`, [
      JSON.stringify(epoch),
    ]);
    return { epoch, settled: false };
  });
}

function inForce(rows: readonly StoredEpoch[], nowMs: number): SharedEpoch | null {
  const row = rows[0];
  if (row === undefined) return null;
  const epoch = epochSchema.parse(row.value);
  return epochIsSpent(epoch, nowMs) ? null : { epoch, settled: row.settled };
}
