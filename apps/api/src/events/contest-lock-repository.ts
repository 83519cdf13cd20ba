/** The row of a contest: locked by who changes the contest, and last of all by who appends an event to its log. */
import type { Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';

/**
 * Until the end of the transaction nobody else changes their definitions, and no event of theirs is committed. A unit that
 * locks one before its end locks at once all those that it has events for, in the order in which events are appended:
 * else two units could wait for each other.
 */
export async function lockContests(sql: Sql, ids: readonly string[]): Promise<void> {
  // As JavaScript sorts them: collations of databases differ.
  await sql.query('SELECT 1 FROM contest WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR NO KEY UPDATE', [
    ids,
  ]);
}

/** Its definition and its teams stay as they are. @throws ApiError CONTEST_LOCKED, CONTEST_FINALISED, CONTEST_ARCHIVED */
export async function refuseLocked(sql: Sql, contest: string): Promise<void> {
  const [row] = await sql.query<{ isLocked: boolean; isFinal: boolean; isArchived: boolean }>(
    `SELECT locked_at IS NOT NULL AS "isLocked", finalized_at IS NOT NULL AS "isFinal",
       archived_at IS NOT NULL AS "isArchived" FROM contest WHERE id = $1`,
    [contest],
  );
  if (row?.isArchived === true) throw new ApiError('CONTEST_ARCHIVED', { contest });
  if (row?.isFinal === true) throw new ApiError('CONTEST_FINALISED', { contest });
  if (row?.isLocked === true) throw new ApiError('CONTEST_LOCKED', { contest });
}
