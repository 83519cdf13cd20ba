/**
 * What must still be done, as the database knows it: the outbox, leases that ran out, tasks that are due.
 *
 * Who has the lock of a judging may take those of all its tasks. Whatever touches many tasks without that lock skips
 * those that somebody else has, and so never waits while it holds any: no circle can close. What is skipped is looked
 * at again a second later.
 */
import type { Database } from '../database/database.ts';
import { taskWithNeeds, waitsForHost, waitsForImage } from './image-need.ts';

/** A due task is given to the queue again after this long: what is there already stays as it is. */
export const reenqueueMs = 3000;

/** A task that became due, as the relay needs it. */
export interface DueTask {
  readonly taskId: string;
  readonly deadlineMs: number;
  /** Chroot image of its contest: another queue. */
  readonly image: string | null;
}

export interface LostLease {
  readonly taskId: string;
  readonly judgingId: string;
  readonly lostLeases: number;
  readonly judgehostId: string | null;
  /** The host that held it for as long as its limits allow, by name; null: it fell silent. */
  readonly heldTooLongBy: string | null;
}

export class DueTaskRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async outbox(limit: number): Promise<(DueTask & { rowId: string })[]> {
    return this.#database.query<DueTask & { rowId: string } & Record<string, unknown>>(
      `SELECT o.id::text AS "rowId", o.task_id AS "taskId", coalesce(t.deadline_ms, 0)::float8 AS "deadlineMs",
         (SELECT c.image FROM judging j JOIN submission s ON s.id = j.submission_id JOIN contest c ON c.id = s.contest_id
          WHERE j.id = t.judging_id) AS image
       FROM outbox o LEFT JOIN judge_task t ON t.id = o.task_id ORDER BY o.id LIMIT $1`,
      [limit],
    );
  }

  async delivered(taskIds: readonly string[]): Promise<void> {
    await this.#database.query(
      `WITH row AS (SELECT id FROM outbox WHERE task_id = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED),
         sent AS (DELETE FROM outbox WHERE id IN (SELECT id FROM row)),
         task AS (SELECT id FROM judge_task WHERE id = ANY($1::uuid[]) AND state = 'due' FOR UPDATE SKIP LOCKED)
       UPDATE judge_task SET enqueued_at = now() WHERE id IN (SELECT id FROM task)`,
      [taskIds],
    );
  }

  /** Tasks whose lease ran out become due; others are asked first where a host held one for too long. @returns them */
  async expireLeases(): Promise<LostLease[]> {
    return this.#database.query(
      `WITH lost AS (
         SELECT t.id, CASE WHEN t.hold_until < now() THEN h.name END AS holder
         FROM judge_task t LEFT JOIN judgehost h ON h.id = t.judgehost_id
         WHERE t.state = 'claimed' AND t.lease_until < now() FOR UPDATE OF t SKIP LOCKED
       )
       UPDATE judge_task t SET state = 'due', lease_until = NULL, hold_until = NULL, lost_leases = t.lost_leases + 1,
         enqueued_at = NULL, failed_hosts = CASE WHEN lost.holder IS NULL OR lost.holder = ANY(t.failed_hosts)
           THEN t.failed_hosts ELSE array_append(t.failed_hosts, lost.holder) END
       FROM lost WHERE t.id = lost.id
       RETURNING t.id AS "taskId", t.judging_id AS "judgingId", t.lost_leases AS "lostLeases",
         t.judgehost_id AS "judgehostId", lost.holder AS "heldTooLongBy"`,
    );
  }

  /** Tasks that wait for a program that nobody is about to compile any more become due. */
  async releaseForgotten(): Promise<void> {
    await this.#database.query(
      `UPDATE judge_task SET state = 'due', enqueued_at = NULL WHERE id IN (
         SELECT w.id FROM judge_task w WHERE w.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM judge_task t
           WHERE t.judging_id = w.judging_id AND t.ordinal < w.ordinal AND t.state IN ('waiting', 'due', 'claimed'))
         FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** A host that registers anew has lost what it held. */
  async releaseTasksOf(judgehostId: string): Promise<number> {
    const rows = await this.#database.query(
      `UPDATE judge_task SET lease_until = now() - interval '1 millisecond'
       WHERE id IN (SELECT id FROM judge_task WHERE state = 'claimed' AND judgehost_id = $1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [judgehostId],
    );
    return rows.length;
  }

  /**
   * Due tasks in their order that have not been given to the queue within `ageMs`. Those that no host can take
   * are left out, they would only stand in the way of the others; and repeats that wait for a better moment.
   */
  async dueTasks(ageMs: number, limit: number, after?: DueTask): Promise<DueTask[]> {
    return this.#database.query<DueTask & Record<string, unknown>>(
      `SELECT id AS "taskId", deadline_ms::float8 AS "deadlineMs",
         (SELECT c.image FROM ${taskWithNeeds} WHERE t.id = task.id) AS image
       FROM judge_task task
       WHERE state = 'due' AND (patient_until IS NULL OR patient_until <= now()) AND NOT EXISTS (SELECT 1 FROM ${taskWithNeeds} WHERE t.id = task.id AND ${waitsForHost})
         AND (enqueued_at IS NULL OR enqueued_at < now() - $1 * interval '1 millisecond')
         AND ($3::int8 IS NULL OR (deadline_ms, id) > ($3::int8, $4::uuid))
       ORDER BY deadline_ms, id LIMIT $2`,
      [ageMs, limit, after?.deadlineMs ?? null, after?.taskId ?? null],
    );
  }

  /** Due tasks by image of those whose image no host has now. */
  async waitingForImages(): Promise<{ image: string; contestId: string; tasks: number }[]> {
    return this.#database.query<{ image: string; contestId: string; tasks: number }>(
      `SELECT c.image, c.id AS "contestId", count(*)::int AS tasks FROM ${taskWithNeeds}
       WHERE t.state = 'due' AND ${waitsForImage} GROUP BY c.image, c.id`,
    );
  }

  /** One process sweeps at a time; the others find the lock taken and go home. */
  async sweeping<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_xact_lock(7262454) AS locked',
      );
      return rows[0]?.locked === true ? work() : null;
    });
  }

  /** Figures for /metrics. */
  async figures(): Promise<{ due: number; claimed: number; outbox: number; oldestDueMs: number }> {
    const rows = await this.#database.query<{
      due: number;
      claimed: number;
      outbox: number;
      oldestDueMs: number;
    }>(
      `SELECT count(*) FILTER (WHERE t.state = 'due')::int AS due, count(*) FILTER (WHERE t.state = 'claimed')::int AS claimed,
         (SELECT count(*)::int FROM outbox) AS outbox,
         coalesce(extract(epoch FROM now() - min(j.created_at) FILTER (WHERE t.state = 'due' AND j.started_at IS NULL)) * 1000, 0)::float8 AS "oldestDueMs"
       FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE t.state IN ('due', 'claimed')`,
    );
    return rows[0] ?? { due: 0, claimed: 0, outbox: 0, oldestDueMs: 0 };
  }
}
