/** A claimed task belongs to its host for as long as the lease is renewed, by reports and heartbeats. */
import type { Sql } from '../../platform/database/database.ts';

/** A host that sends nothing for this long has lost its task. Reports and heartbeats (every 1 or 2 s) renew it. */
export const leaseMs = 12_000;

export async function renewLease(sql: Sql, taskId: string): Promise<void> {
  await sql.query(
    `UPDATE judge_task SET lease_until = least(now() + $2 * interval '1 millisecond', hold_until) WHERE id = $1`,
    [taskId, leaseMs],
  );
}

/** Renews the leases of the tasks that a host works on. @returns the ids of those that are still its own */
export async function renewLeases(
  sql: Sql,
  hostId: string,
  running: readonly { taskId: string; fencingToken: number }[],
): Promise<Set<string>> {
  if (running.length === 0) return new Set();
  // One that is locked is being reported on or cancelled at this moment: that renews or ends its lease.
  const rows = await sql.query<{ id: string }>(
    `WITH named AS (
       SELECT t.id FROM judge_task t JOIN unnest($2::uuid[], $3::int[]) AS r(id, token) ON t.id = r.id
       WHERE t.fencing_token = r.token AND t.state = 'claimed' AND t.judgehost_id = $1
     ), free AS (
       SELECT id FROM judge_task WHERE id IN (SELECT id FROM named) AND state = 'claimed' AND judgehost_id = $1
       FOR UPDATE SKIP LOCKED
     ), renewed AS (
       UPDATE judge_task SET lease_until = least(now() + $4 * interval '1 millisecond', hold_until)
       WHERE id IN (SELECT id FROM free)
     ) SELECT id FROM named`,
    [hostId, running.map(({ taskId }) => taskId), running.map(({ fencingToken }) => fencingToken), leaseMs],
  );
  return new Set(rows.map(({ id }) => id));
}
