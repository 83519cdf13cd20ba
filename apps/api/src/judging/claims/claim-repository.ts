/** Who may take a due task, the taking of it, and its lease. */
import type { ClaimRequest } from '@sandglass/contracts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { readJson, type WithJson } from '../../platform/database/json-columns.ts';
import { judgingLimitsSchema, refreshWallLimit } from '../../wall-limits/wall-limit-repository.ts';
import { hasImage, isAllowed, isOnline, isPaused, taskWithNeeds } from '../tasks/eligibility-conditions.ts';
import type { ClaimedTask, TaskBeforeClaim } from '../tasks/judging-rows.ts';
import { isGoodMoment } from '../tasks/repeat-repository.ts';

/**
 * Whether anybody fit may have the task. The sweep makes one due a little after its lease ran out; where a host held it
 * for too long nobody has it before, because the sweep notes for whom it is no more.
 */
const isFree = (task: string): string =>
  `(${task}.state = 'due' OR (${task}.state = 'claimed' AND ${task}.lease_until < now()
     AND coalesce(${task}.hold_until > now(), true)))`;

/** Whether this claim, of host $2 with nonce $6, began the lease that lives. */
const isRepeated = `(state = 'claimed' AND judgehost_id = $2 AND coalesce(claim_nonce = $6::uuid, false))`;

/** Comes before the lock of the task (order of locks: `unit-of-work.ts`). */
async function lockJudgingOf(sql: Sql, taskId: string): Promise<{ state: string } | null> {
  const rows = await sql.query<{ state: string }>(
    'SELECT state FROM judging WHERE id = (SELECT judging_id FROM judge_task WHERE id = $1) FOR UPDATE',
    [taskId],
  );
  return rows[0] ?? null;
}

/** Whether something of the judging has been measured, or is about to be by another host, under the limits it has. */
async function hasBegun(sql: Sql, task: ClaimedTask): Promise<boolean> {
  const rows = await sql.query<{ begun: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM run WHERE judging_id = $1)
       OR EXISTS (SELECT 1 FROM judge_task WHERE judging_id = $1 AND id <> $2 AND state = 'claimed') AS begun`,
    [task.judgingId, task.id],
  );
  return rows[0]?.begun ?? true;
}

/**
 * How far the lease may be renewed: the wall limits of everything the task may run, its files at 1 MB/s, and ten minutes for
 * what has no limit of its own (slots that are rebuilt, an api that is away). No honest host needs it; without it one
 * that renews for ever would keep a submission from being judged.
 */
async function boundLease(sql: Sql, taskId: string): Promise<void> {
  await sql.query(
    `UPDATE judge_task t SET hold_until = now() + interval '10 minutes' + interval '1 microsecond' * (
       2 * (j.limits #>> '{compile,wallUs}')::float8
       + tests.count * coalesce((v.kind ->> 'passes')::int, 1)
         * ((j.limits #>> '{run,wallUs}')::float8 + (j.limits #>> '{validation,wallUs}')::float8)
       + tests.bytes)
     FROM judging j JOIN problem_version v ON v.id = j.version_id, judge_task own, LATERAL (
       SELECT count(*) AS count, coalesce(sum(c.input_bytes + c.answer_bytes), 0)::float8 AS bytes FROM test_case c
       WHERE c.version_id = j.version_id AND c.ordinal BETWEEN own.first_test AND own.last_test) AS tests
     WHERE t.id = $1 AND own.id = t.id AND j.id = own.judging_id`,
    [taskId],
  );
}

export class ClaimRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes a due task for a host: raises the fencing token and starts the lease. Results of
   * a lease that was lost are dropped, so that a judging's runs are of one live lease.
   * The very same claim again, whose answer was lost, gets the lease that it began.
   * @param mayTake whether the host was found fit for the task while it was free. Else only that lease is answered: a
   *   task that became free after it was looked at is perhaps kept for others
   */
  async claim(
    taskId: string,
    host: { id: string; name: string },
    { slot, nonce }: ClaimRequest,
    leaseMs: number,
    mayTake: boolean,
  ): Promise<ClaimedTask | null> {
    return this.#database.transaction(async (sql) => {
      const before = await lockJudgingOf(sql, taskId);
      const rows = await sql.query<WithJson<ClaimedTask, 'limits'>>(
        `WITH task AS (
           UPDATE judge_task SET state = 'claimed', judgehost_id = $2, slot = $3, claim_nonce = $6::uuid,
             fencing_token = CASE WHEN ${isRepeated} THEN fencing_token ELSE fencing_token + 1 END,
             claimed_at = CASE WHEN ${isRepeated} THEN claimed_at ELSE now() END,
             lease_until = least(now() + $4 * interval '1 millisecond', CASE WHEN ${isRepeated} THEN hold_until END),
             patient_until = NULL, not_before = NULL, released_at = NULL
           WHERE id = $1 AND ((${isFree('judge_task')} AND $7::boolean) OR ${isRepeated})
           RETURNING *
         ), judging AS (
           UPDATE judging j SET state = CASE WHEN j.state = 'queued' THEN 'compiling' ELSE j.state END,
             started_at = coalesce(j.started_at, now()), judgehost = coalesce(j.judgehost, $5),
             compiler_version = coalesce(j.compiler_version, (
               SELECT one ->> 'version' FROM judgehost h, jsonb_array_elements(h.compilers) AS one, submission s, contest c
               WHERE h.id = $2 AND s.id = j.submission_id AND c.id = s.contest_id AND one ->> 'language' = s.language_id
                 AND one ->> 'image' IS NOT DISTINCT FROM c.image LIMIT 1))
           FROM task WHERE j.id = task.judging_id RETURNING j.*
         )
         SELECT task.id, task.judging_id AS "judgingId", task.first_test AS "firstTest", task.last_test AS "lastTest",
           task.fencing_token AS "fencingToken", s.id AS "submissionId", s.number AS "submissionNumber",
           s.contest_id AS "contestId", s.team_id AS "teamId",
           s.jury, c.image, judging.version_id AS "versionId", s.language_id AS "languageId", s.entry_point AS "entryPoint",
           judging.lazy, judging.limits, judging.tests_total AS "testsTotal", judging.valid,
           CASE WHEN EXISTS (SELECT 1 FROM judge_task o WHERE o.judging_id = task.judging_id AND o.id <> task.id) THEN
             (SELECT coalesce(jsonb_agg(jsonb_build_object('build', p.build, 'sha256', p.sha256, 'bytes', p.bytes)), '[]')
              FROM judged_program p WHERE p.judging_id = task.judging_id) END AS programs,
           (extract(epoch FROM now() - judging.created_at) * 1000)::float8 AS "waitedMs",
           -- Where the attempt that is repeated was run, if here: the host may have exchanged the slot of the claim.
           CASE WHEN task.attempt > 1 THEN
             (SELECT r.slot FROM run r WHERE r.judging_id = task.judging_id AND r.task_id = task.id
                AND r.attempt < task.attempt AND r.judgehost = $5 ORDER BY r.attempt DESC, r.ordinal DESC LIMIT 1)
           END AS "avoidSlot", task.broke_slot_on AS "brokeSlotOn",
           -- As the row was before this statement.
           task.fencing_token = (SELECT former.fencing_token FROM judge_task former WHERE former.id = $1) AS repeated
         FROM task JOIN judging ON judging.id = task.judging_id JOIN submission s ON s.id = judging.submission_id
           JOIN contest c ON c.id = s.contest_id`,
        [taskId, host.id, slot, leaseMs, host.name, nonce ?? null, mayTake],
      );
      if (rows[0] === undefined) return null;
      const task = readJson(rows[0], { limits: judgingLimitsSchema });
      if (task.fencingToken > 1 && !task.repeated) {
        // Earlier attempts of a repeated task are its history, and stay.
        const dropped = await sql.query(
          // The judging first: the primary key of runs begins with it.
          `DELETE FROM run r USING judge_task t WHERE t.id = $1 AND r.judging_id = t.judging_id AND r.task_id = t.id
             AND r.attempt = t.attempt AND r.ordinal >= t.first_test RETURNING r.ordinal`,
          [taskId],
        );
        await sql.query('UPDATE judging SET tests_done = tests_done - $2, judgehost = $3 WHERE id = $1', [
          task.judgingId,
          dropped.length,
          host.name,
        ]);
      }
      const limits =
        before?.state === 'queued' || !(await hasBegun(sql, task))
          ? await refreshWallLimit(sql, task.judgingId)
          : task.limits;
      if (!task.repeated) await boundLease(sql, taskId);
      return { ...task, limits };
    });
  }

  /** How many tasks a host may hold, and holds besides this one. */
  async shareOf(hostId: string, taskId: string): Promise<{ held: number; slots: number }> {
    const rows = await this.#database.query<{ held: number; slots: number }>(
      `SELECT h.slots, (SELECT count(*)::int FROM judge_task t
         WHERE t.state = 'claimed' AND t.lease_until > now() AND t.judgehost_id = h.id AND t.id <> $2) AS held
       FROM judgehost h WHERE h.id = $1`,
      [hostId, taskId],
    );
    return rows[0] ?? { held: 0, slots: 0 };
  }

  /** What decides whether a host may have the task, and what a refusal says. */
  async taskBefore(taskId: string, hostId: string, nonce?: string): Promise<TaskBeforeClaim | null> {
    const rows = await this.#database.query<TaskBeforeClaim>(
      `SELECT t.state, ${isFree('t')} AS "isFree", t.deadline_ms::float8 AS "deadlineMs", t.failed_hosts AS "failedHosts",
         (extract(epoch FROM now() - coalesce(t.released_at, t.lease_until, t.claimed_at)) * 1000)::float8 AS "leftMs", c.image, s.language_id AS "languageId",
         coalesce((SELECT ${hasImage} FROM judgehost h WHERE h.id = $2), false) AS "hasImage",
         coalesce((SELECT ${isAllowed} FROM judgehost h WHERE h.id = $2), false) AS "isAllowed",
         coalesce(t.patient_until > now(), false) AS "isPatient",
         coalesce((SELECT ${isGoodMoment} FROM judgehost h WHERE h.id = $2), false) AS "isGoodMoment",
         ${isPaused} AS "isPaused",
         t.state = 'claimed' AND t.judgehost_id = $2 AND coalesce(t.claim_nonce = $3::uuid, false) AS repeated
       FROM ${taskWithNeeds} WHERE t.id = $1`,
      [taskId, hostId, nonce ?? null],
    );
    return rows[0] ?? null;
  }

  /** Is there a host that takes tasks and has what the task needs and has not failed on it? */
  async othersOnline(taskId: string, hostId: string): Promise<boolean> {
    const rows = await this.#database.query<{ others: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM judgehost h
         WHERE h.id <> $2 AND ${isOnline} AND NOT h.name = ANY(t.failed_hosts) AND ${hasImage} AND ${isAllowed}) AS others
       FROM ${taskWithNeeds} WHERE t.id = $1`,
      [taskId, hostId],
    );
    return rows[0]?.others ?? false;
  }

  /** Asks the sweep to enqueue the task again. */
  async returnToQueue(taskId: string): Promise<void> {
    await this.#database.query(`UPDATE judge_task SET enqueued_at = NULL WHERE id = $1 AND state = 'due'`, [
      taskId,
    ]);
  }
}
