/**
 * What must still be done, as the database knows it: tasks that are due, and leases that ran out.
 *
 * Who has the lock of a judging may take those of all its tasks. A statement that touches many tasks without that lock
 * skips those that somebody else has, and so never waits while it holds any: no circle can close. What is skipped is
 * looked at again a second later.
 */
import { tryLock } from '../../platform/database/advisory-locks.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPaused, taskWithNeeds, waitsForHost, waitsForImage } from './eligibility-conditions.ts';

/** A due task is given to the queue again after this long: what is there already stays as it is. */
export const reenqueueMs = 3000;

/** A task that became due, as the queue needs it. */
export interface DueTask {
  readonly taskId: string;
  readonly deadlineMs: number;
  /** Chroot image of its contest: another queue. */
  readonly image: string | null;
}

/** The task as the queue knows it. */
export function dueTask(task: { readonly id: string } & Omit<DueTask, 'taskId'>): DueTask {
  return { taskId: task.id, deadlineMs: task.deadlineMs, image: task.image };
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

  /** The queue has them. One that somebody else has locked at this moment is given to it again by the sweep. */
  async enqueued(taskIds: readonly string[]): Promise<void> {
    await this.#database.query(
      `UPDATE judge_task SET enqueued_at = now()
       WHERE id IN (SELECT id FROM judge_task WHERE id = ANY($1::uuid[]) AND state = 'due' FOR UPDATE SKIP LOCKED)`,
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
       UPDATE judge_task t SET state = 'due', released_at = t.lease_until, lease_until = NULL, hold_until = NULL, lost_leases = t.lost_leases + 1,
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

  /** A host that registers again has lost what it held. */
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
   * Due tasks in their order that have not been given to the queue within `ageMs`; null: never since they became due.
   * Those that no host can take are left out, because they would only be in the way of the others; those whose judging
   * is paused; and those that wait,
   * for another try or as repeats for a suitable host.
   */
  async dueTasks(ageMs: number | null, limit: number, after?: DueTask): Promise<DueTask[]> {
    return this.#database.query<DueTask>(
      `SELECT id AS "taskId", deadline_ms::float8 AS "deadlineMs",
         (SELECT c.image FROM ${taskWithNeeds} WHERE t.id = task.id) AS image
       FROM judge_task task
       WHERE state = 'due' AND (patient_until IS NULL OR patient_until <= now())
         AND (not_before IS NULL OR not_before <= now())
         -- OFFSET 0: looked up task by task, in the order of the index; else the planner joins and sorts all that are due.
         AND NOT EXISTS (SELECT 1 FROM ${taskWithNeeds} WHERE t.id = task.id AND (${waitsForHost} OR ${isPaused}) OFFSET 0)
         AND (enqueued_at IS NULL OR enqueued_at < now() - $1::float8 * interval '1 millisecond')
         AND ($3::int8 IS NULL OR (deadline_ms, id) > ($3::int8, $4::uuid))
       ORDER BY deadline_ms, id LIMIT $2`,
      [ageMs, limit, after?.deadlineMs ?? null, after?.taskId ?? null],
    );
  }

  /** Of these tasks those whose judging is paused. */
  async pausedOf(taskIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.query<{ id: string }>(
      `SELECT t.id FROM ${taskWithNeeds} WHERE t.id = ANY($1::uuid[]) AND ${isPaused}`,
      [taskIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** What the queue has of paused judgings it is to lose: these are due as if it had never had them. @returns them */
  async takeBackPaused(): Promise<string[]> {
    const paused = await this.#database.query<{ id: string }>(
      `SELECT id FROM contest WHERE NOT allow_judging UNION SELECT contest_id FROM contest_problem WHERE NOT allow_judging
       UNION SELECT contest_id FROM contest_language WHERE NOT allow_judging`,
    );
    // Almost always: then the many that are due are not looked at.
    if (paused.length === 0) return [];
    const rows = await this.#database.query<{ id: string }>(
      `UPDATE judge_task SET enqueued_at = NULL WHERE id IN (
         SELECT t.id FROM ${taskWithNeeds} WHERE t.state = 'due' AND t.enqueued_at IS NOT NULL
           AND c.id = ANY($1) AND ${isPaused} FOR UPDATE OF t SKIP LOCKED)
       RETURNING id`,
      [paused.map(({ id }) => id)],
    );
    return rows.map(({ id }) => id);
  }

  /** Due tasks by image of those whose image no host has now. */
  async waitingForImages(): Promise<{ image: string; contestId: string; tasks: number }[]> {
    return this.#database.query<{ image: string; contestId: string; tasks: number }>(
      `SELECT c.image, c.id AS "contestId", count(*)::int AS tasks FROM ${taskWithNeeds}
       WHERE t.state = 'due' AND ${waitsForImage} GROUP BY c.image, c.id`,
    );
  }

  /** One process sweeps at a time. @returns null when another one does */
  async sweeping<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return this.#database.transaction(async (sql) => ((await tryLock(sql, 'sweep')) ? work() : null));
  }

  /** Figures for /metrics. */
  async figures(): Promise<{ due: number; claimed: number; notEnqueued: number; oldestDueMs: number }> {
    const rows = await this.#database.query<{
      due: number;
      claimed: number;
      notEnqueued: number;
      oldestDueMs: number;
    }>(
      `SELECT count(*) FILTER (WHERE t.state = 'due')::int AS due, count(*) FILTER (WHERE t.state = 'claimed')::int AS claimed,
         count(*) FILTER (WHERE t.state = 'due' AND t.enqueued_at IS NULL AND coalesce(t.not_before <= now(), true)
           AND coalesce(t.patient_until <= now(), true))::int AS "notEnqueued",
         coalesce(extract(epoch FROM now() - min(j.created_at) FILTER (WHERE t.state = 'due' AND j.started_at IS NULL)) * 1000, 0)::float8 AS "oldestDueMs"
       FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE t.state IN ('due', 'claimed')`,
    );
    return rows[0] ?? { due: 0, claimed: 0, notEnqueued: 0, oldestDueMs: 0 };
  }
}
