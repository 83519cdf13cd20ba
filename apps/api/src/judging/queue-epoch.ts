import { epochIsSpent, type QueueEpoch } from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import { newEpoch } from './relay.ts';

/** From when priorities are counted: the same for every process, so it is in the database; renewed when it is spent. */
export async function sharedEpoch(database: Database, nowMs = Date.now()): Promise<QueueEpoch> {
  return database.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ('queue-epoch', $1, now()) ON CONFLICT (key) DO NOTHING`,
      [JSON.stringify(newEpoch(nowMs))],
    );
    const rows = await sql.query<{ value: QueueEpoch }>(
      `SELECT value FROM setting WHERE key = 'queue-epoch' FOR UPDATE`,
    );
    const known = rows[0]?.value;
    if (known !== undefined && !epochIsSpent(known, nowMs)) return known;
    const renewed = newEpoch(nowMs);
    await sql.query(`UPDATE setting SET value = $1, updated_at = now() WHERE key = 'queue-epoch'`, [
      JSON.stringify(renewed),
    ]);
    return renewed;
  });
}
