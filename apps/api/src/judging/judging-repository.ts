/** Judgings, their tasks and runs in the database. */
import type { RunReport, TaskReport, Verdict } from '@sandglass/contracts';
import { judgeSuspicion } from '@sandglass/domain';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { Database, Sql } from '../database/database.ts';
import type { DueTask } from './due-task-repository.ts';
import { hasImage, isAllowed, isOnline, taskWithNeeds } from './image-need.ts';
import type { ClaimedTask, NewJudging, RunVerdict, TaskBeforeClaim, TaskUnderLock } from './judging-rows.ts';
import { removePrograms } from './program-repository.ts';
import { refreshWallLimit } from '../wall-limits/wall-limit-repository.ts';

const runColumns: readonly (readonly [column: string, type: string, value: (run: RunReport) => unknown])[] = [
  ['ordinal', 'int', (run) => run.ordinal],
  ['verdict', 'text', (run) => run.verdict],
  ['reason', 'text', (run) => text(run.reason)],
  ['slot', 'int', (run) => run.slot],
  ['started_at', 'timestamptz', (run) => run.startedAt],
  ['outcome', 'text', (run) => run.outcome],
  ['exit_code', 'int', (run) => run.exitCode],
  ['signal', 'int', (run) => run.signal],
  ['cpu_us', 'int8', (run) => run.cpuUs],
  ['user_us', 'int8', (run) => run.userUs],
  ['system_us', 'int8', (run) => run.systemUs],
  ['wall_us', 'int8', (run) => run.wallUs],
  ['gap_us', 'int8', (run) => run.gapUs],
  ['setup_us', 'int8', (run) => run.setupUs],
  ['teardown_us', 'int8', (run) => run.teardownUs],
  ['memory_bytes', 'int8', (run) => run.memoryBytes],
  ['run_queue_us', 'int8', (run) => run.runQueueUs],
  ['block_io_us', 'int8', (run) => run.blockIoUs],
  ['sleep_us', 'int8', (run) => run.sleepUs],
  ['core_wait_us', 'int8', (run) => run.coreWaitUs],
  ['uninterruptible_us', 'int8', (run) => run.uninterruptibleUs],
  ['idle', 'bool', (run) => run.idle],
  ['last_wait', 'text', (run) => (run.lastWait === null ? null : text(run.lastWait))],
  ['near_memory_limit', 'bool', (run) => run.nearMemoryLimit],
  ['process_limit_hit', 'bool', (run) => run.processLimitHit],
  ['file_size_limit_hit', 'bool', (run) => run.fileSizeLimitHit],
  ['major_faults', 'int8', (run) => run.majorFaults],
  ['voluntary_switches', 'int8', (run) => run.voluntarySwitches],
  ['involuntary_switches', 'int8', (run) => run.involuntarySwitches],
  ['processes_peak', 'int', (run) => run.processesPeak],
  ['stdout_bytes', 'int8', (run) => run.stdoutBytes],
  ['stderr_bytes', 'int8', (run) => run.stderrBytes],
  ['output_head', 'bytea', (run) => Buffer.from(run.outputHead, 'base64')],
  ['stderr_head', 'bytea', (run) => Buffer.from(run.stderrHead, 'base64')],
  ['validator_message', 'text', (run) => text(run.validatorMessage)],
  ['passes', 'jsonb', (run) => JSON.stringify(run.passes)],
  ['exchange', 'jsonb', (run) => (run.exchange === null ? null : JSON.stringify(run.exchange))],
];

/** Whether the host that holds task `t` has been sick since it claimed it, by the api's clock. */
const isWhileSick = `EXISTS (SELECT 1 FROM health_period p WHERE p.judgehost_id = t.judgehost_id AND p.state = 'sick'
  AND (p.to_at IS NULL OR p.to_at > t.claimed_at))`;

const insertRuns = `
  WITH fresh AS (
  INSERT INTO run (judging_id, attempt, task_id, fencing_token, judgehost, while_sick, suspect, ${runColumns.map(([name]) => name).join(', ')})
  SELECT $1::uuid, $2::int, $3::uuid, $4::int, $5::text, $6::bool, r.*
  FROM unnest($7::bool[], ${runColumns.map(([, type], index) => `$${index + 8}::${type}[]`).join(', ')}) AS r
  ON CONFLICT (judging_id, ordinal, attempt) DO NOTHING RETURNING ordinal
  ) UPDATE judging SET tests_done = tests_done + (SELECT count(*) FROM fresh), while_sick = while_sick OR $6::bool,
      state = CASE WHEN state = 'done' THEN state ELSE 'running' END
    WHERE id = $1::uuid AND EXISTS (SELECT 1 FROM fresh)`;

/** PostgreSQL's text has no NUL; programs' output does. */
function text(value: string): string {
  return value.replaceAll('\0', '\u2400');
}

/** The only task of its judging, as it was planned. */
function isWhole(task: TaskUnderLock): boolean {
  return task.ordinal === 0 && task.lastTest === task.testsTotal - 1;
}

/**
 * Claims and reports of one judging's tasks take its row's lock first, so that they follow
 * one another and cannot wait for each other in a circle.
 */
async function lockJudgingOf(sql: Sql, taskId: string): Promise<{ state: string } | null> {
  const rows = await sql.query<{ state: string }>(
    'SELECT state FROM judging WHERE id = (SELECT judging_id FROM judge_task WHERE id = $1) FOR UPDATE',
    [taskId],
  );
  return rows[0] ?? null;
}

export class JudgingRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(work);
  }

  /** Judging, tasks and their outbox rows. @returns the tasks, for the relay */
  insert(sql: Sql, judging: NewJudging): Promise<DueTask[]> {
    return this.insertMany(sql, [judging]);
  }

  /** Many at once, for rejudgings. */
  async insertMany(sql: Sql, judgings: readonly NewJudging[]): Promise<DueTask[]> {
    await sql.query(
      `INSERT INTO judging (id, submission_id, version_id, lazy, limits, tests_total, valid, rejudging_id, repeat)
       SELECT j.id, j.submission_id, j.version_id, j.lazy, j.limits, j.tests_total, j.rejudging_id IS NULL,
         j.rejudging_id, j.repeat
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bool[], $5::jsonb[], $6::int[], $7::uuid[], $8::int[])
         AS j(id, submission_id, version_id, lazy, limits, tests_total, rejudging_id, repeat)`,
      [
        judgings.map(({ id }) => id),
        judgings.map(({ submissionId }) => submissionId),
        judgings.map(({ versionId }) => versionId),
        judgings.map(({ lazy }) => lazy),
        judgings.map(({ plan }) => JSON.stringify(plan.limits)),
        judgings.map(({ plan }) => plan.testsTotal),
        judgings.map(({ rejudging }) => rejudging?.id ?? null),
        judgings.map(({ rejudging }) => rejudging?.repeat ?? 1),
      ],
    );
    const tasks = judgings.flatMap(({ id: judgingId, plan, image }) =>
      plan.tasks.map((task) => ({ ...task, judgingId, image, id: uuidV7() })),
    );
    await sql.query(
      `WITH task AS (
         INSERT INTO judge_task (id, judging_id, ordinal, first_test, last_test, expected_ms, deadline_ms, state, failed_hosts)
         SELECT t.id, t.judging_id, t.ordinal, t.first_test, t.last_test, t.expected_ms, t.deadline_ms, t.state, ARRAY[]::text[]
         FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int8[], $8::text[])
           AS t(id, judging_id, ordinal, first_test, last_test, expected_ms, deadline_ms, state)
         RETURNING id, state
       ) INSERT INTO outbox (task_id) SELECT id FROM task WHERE state = 'due'`,
      [
        tasks.map((task) => task.id),
        tasks.map((task) => task.judgingId),
        tasks.map((task) => task.ordinal),
        tasks.map((task) => task.firstTest),
        tasks.map((task) => task.lastTest),
        tasks.map((task) => task.expectedMs),
        tasks.map((task) => task.deadlineMs),
        tasks.map((task) => (task.waits ? 'waiting' : 'due')),
      ],
    );
    return tasks
      .filter(({ waits }) => !waits)
      .map(({ id, deadlineMs, image }) => ({ taskId: id, deadlineMs, image }));
  }

  /** Expected ms of a team's work that is not done yet; what the jury has judged again is not its doing. */
  async pendingMs(sql: Sql, contestId: string, teamId: string): Promise<number> {
    const rows = await sql.query<{ ms: number }>(
      `SELECT coalesce(sum(t.expected_ms), 0)::float8 AS ms
       FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
       WHERE t.state IN ('waiting', 'due', 'claimed') AND j.valid AND s.contest_id = $1 AND s.team_id = $2`,
      [contestId, teamId],
    );
    return rows[0]?.ms ?? 0;
  }

  /**
   * Takes a due task for a host: raises the fencing token and starts the lease. Results of
   * a lease that was lost are dropped, so that a judging's runs are of one live lease.
   */
  async claim(
    taskId: string,
    host: { id: string; name: string },
    slot: number,
    leaseMs: number,
  ): Promise<ClaimedTask | null> {
    return this.#database.transaction(async (sql) => {
      const before = await lockJudgingOf(sql, taskId);
      const rows = await sql.query<ClaimedTask & Record<string, unknown>>(
        `WITH task AS (
           UPDATE judge_task SET state = 'claimed', fencing_token = fencing_token + 1, judgehost_id = $2, slot = $3,
             claimed_at = now(), lease_until = now() + $4 * interval '1 millisecond'
           WHERE id = $1 AND (state = 'due' OR (state = 'claimed' AND lease_until < now()))
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
           task.fencing_token AS "fencingToken", s.id AS "submissionId", s.contest_id AS "contestId", s.team_id AS "teamId",
           s.jury, c.image, judging.version_id AS "versionId", s.language_id AS "languageId", s.entry_point AS "entryPoint",
           judging.lazy, judging.limits, judging.tests_total AS "testsTotal", judging.valid,
           CASE WHEN EXISTS (SELECT 1 FROM judge_task o WHERE o.judging_id = task.judging_id AND o.id <> task.id) THEN
             (SELECT coalesce(jsonb_agg(jsonb_build_object('build', p.build, 'sha256', p.sha256, 'bytes', p.bytes)), '[]')
              FROM judged_program p WHERE p.judging_id = task.judging_id) END AS programs,
           (extract(epoch FROM now() - judging.created_at) * 1000)::float8 AS "waitedMs",
           -- As the row was before this statement: where the attempt that is repeated was run.
           CASE WHEN task.attempt > 1 THEN
             (SELECT former.slot FROM judge_task former WHERE former.id = task.id AND former.judgehost_id = $2)
           END AS "avoidSlot"
         FROM task JOIN judging ON judging.id = task.judging_id JOIN submission s ON s.id = judging.submission_id
           JOIN contest c ON c.id = s.contest_id`,
        [taskId, host.id, slot, leaseMs, host.name],
      );
      const task = rows[0];
      if (task === undefined) return null;
      if (task.fencingToken > 1) {
        // Earlier attempts of a repeated task are its history, and stay.
        const dropped = await sql.query(
          `DELETE FROM run r USING judge_task t WHERE t.id = $1 AND r.task_id = t.id AND r.attempt = t.attempt
             AND r.ordinal >= t.first_test RETURNING r.ordinal`,
          [taskId],
        );
        await sql.query('UPDATE judging SET tests_done = tests_done - $2, judgehost = $3 WHERE id = $1', [
          task.judgingId,
          dropped.length,
          host.name,
        ]);
      }
      if (before?.state === 'queued') {
        return { ...task, limits: await refreshWallLimit(sql, task.judgingId) };
      }
      return task;
    });
  }

  /** What decides whether a host may have the task, and what a refusal says. */
  async taskBefore(taskId: string, hostId: string): Promise<TaskBeforeClaim | null> {
    const rows = await this.#database.query<TaskBeforeClaim & Record<string, unknown>>(
      `SELECT t.state, t.deadline_ms::float8 AS "deadlineMs", t.failed_hosts AS "failedHosts", c.image, s.language_id AS "languageId",
         coalesce((SELECT ${hasImage} FROM judgehost h WHERE h.id = $2), false) AS "hasImage",
         coalesce((SELECT ${isAllowed} FROM judgehost h WHERE h.id = $2), false) AS "isAllowed"
       FROM ${taskWithNeeds} WHERE t.id = $1`,
      [taskId, hostId],
    );
    return rows[0] ?? null;
  }

  /** Is there a live, enabled host that has what the task needs and has not failed on it? */
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

  /** The judging's lock comes before the task's, see {@link lockJudgingOf}: PostgreSQL takes them in the order they are named. */
  async lockTask(sql: Sql, taskId: string): Promise<TaskUnderLock | null> {
    const rows = await sql.query<TaskUnderLock & Record<string, unknown>>(
      `SELECT t.id, t.judging_id AS "judgingId", t.state, t.fencing_token AS "fencingToken",
         t.judgehost_id AS "judgehostId", t.ordinal, t.first_test AS "firstTest", t.last_test AS "lastTest", t.tries,
         t.attempt, j.limits -> 'run' AS limits, t.deadline_ms::float8 AS "deadlineMs", s.id AS "submissionId", s.contest_id AS "contestId", c.image,
         s.team_id AS "teamId", s.jury, j.lazy, j.tests_total AS "testsTotal", j.state AS "judgingState", j.valid,
         j.rejudging_id AS "rejudgingId",
         j.judgehost, j.compile_success AS "compileSuccess", j.created_at AS "createdAt", ${isWhileSick} AS "whileSick"
       FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
         JOIN contest c ON c.id = s.contest_id
       WHERE t.id = $1 FOR UPDATE OF j, t`,
      [taskId],
    );
    return rows[0] ?? null;
  }

  async renewLease(sql: Sql, taskId: string, leaseMs: number): Promise<void> {
    await sql.query(
      `UPDATE judge_task SET lease_until = now() + $2 * interval '1 millisecond' WHERE id = $1`,
      [taskId, leaseMs],
    );
  }

  /** Renews what a host says it works on. @returns the ids it may go on with */
  async renewLeases(
    hostId: string,
    running: readonly { taskId: string; fencingToken: number }[],
    leaseMs: number,
  ): Promise<Set<string>> {
    if (running.length === 0) return new Set();
    // One that is locked is being reported on or cancelled at this moment: that renews or ends its lease.
    const rows = await this.#database.query<{ id: string }>(
      `WITH named AS (
         SELECT t.id FROM judge_task t JOIN unnest($2::uuid[], $3::int[]) AS r(id, token) ON t.id = r.id
         WHERE t.fencing_token = r.token AND t.state = 'claimed' AND t.judgehost_id = $1
       ), free AS (
         SELECT id FROM judge_task WHERE id IN (SELECT id FROM named) AND state = 'claimed' AND judgehost_id = $1
         FOR UPDATE SKIP LOCKED
       ), renewed AS (
         UPDATE judge_task SET lease_until = now() + $4 * interval '1 millisecond' WHERE id IN (SELECT id FROM free)
       ) SELECT id FROM named`,
      [hostId, running.map(({ taskId }) => taskId), running.map(({ fencingToken }) => fencingToken), leaseMs],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async recordCompile(
    sql: Sql,
    judgingId: string,
    compile: NonNullable<TaskReport['compile']>,
  ): Promise<void> {
    await sql.query(
      `UPDATE judging SET compile_success = $2, compile_output = $3, compile_measurement = $4,
         state = CASE WHEN state = 'done' THEN state ELSE 'running' END WHERE id = $1`,
      [
        judgingId,
        compile.success,
        text(compile.output),
        compile.measurement === null ? null : JSON.stringify(compile.measurement),
      ],
    );
  }

  /** Stores runs that are not there yet. */
  async insertRuns(
    sql: Sql,
    task: TaskUnderLock,
    judgehost: string,
    runs: readonly RunReport[],
  ): Promise<void> {
    if (runs.length === 0) return;
    await sql.query(insertRuns, [
      task.judgingId,
      task.attempt,
      task.id,
      task.fencingToken,
      judgehost,
      task.whileSick,
      runs.map((run) => judgeSuspicion(run, task.limits).suspect),
      ...runColumns.map(([, , value]) => runs.map(value)),
    ]);
  }

  /** The latest attempt of every test; what a repeat under way will replace is left out. */
  async runVerdicts(sql: Sql, judgingId: string): Promise<RunVerdict[]> {
    return sql.query<RunVerdict & Record<string, unknown>>(
      `SELECT DISTINCT ON (r.ordinal) r.ordinal, r.verdict, r.suspect, r.attempt,
         t.state IN ('due', 'claimed') AS "taskOpen"
       FROM run r JOIN judge_task t ON t.id = r.task_id
       WHERE r.judging_id = $1 AND (r.attempt = t.attempt OR r.ordinal < t.first_test)
       ORDER BY r.ordinal, r.attempt DESC`,
      [judgingId],
    );
  }

  /** The task is due again from a suspect run's test on, by preference on another host; what was measured is kept. */
  async repeatFrom(sql: Sql, task: TaskUnderLock, ordinal: number, judgehost: string): Promise<void> {
    await sql.query(
      `UPDATE judging SET tests_done = tests_done - (
         SELECT count(*) FROM run WHERE task_id = $2 AND attempt = $3 AND ordinal >= $4) WHERE id = $1`,
      [task.judgingId, task.id, task.attempt, ordinal],
    );
    await sql.query(
      `WITH task AS (
         UPDATE judge_task SET state = 'due', lease_until = NULL, enqueued_at = NULL, attempt = attempt + 1,
           first_test = $2, failed_hosts = array_append(failed_hosts, $3::text)
         WHERE id = $1 RETURNING id
       ) INSERT INTO outbox (task_id) SELECT id FROM task`,
      [task.id, ordinal, judgehost],
    );
  }

  /** The program is compiled: the judging's other tasks are due. @returns them, for the relay */
  async releaseWaiting(sql: Sql, task: TaskUnderLock): Promise<DueTask[]> {
    if (isWhole(task)) return [];
    const rows = await sql.query<{ taskId: string; deadlineMs: number }>(
      `WITH task AS (
         UPDATE judge_task SET state = 'due' WHERE judging_id = $1 AND state = 'waiting' RETURNING id, deadline_ms
       ), sent AS (
         INSERT INTO outbox (task_id) SELECT id FROM task
       ) SELECT id AS "taskId", deadline_ms::float8 AS "deadlineMs" FROM task ORDER BY deadline_ms`,
      [task.judgingId],
    );
    return rows.map((row) => ({ ...row, image: task.image }));
  }

  async finishTask(sql: Sql, taskId: string, state: 'done' | 'failed'): Promise<void> {
    await sql.query(
      `UPDATE judge_task SET state = $2, finished_at = now(), lease_until = NULL WHERE id = $1`,
      [taskId, state],
    );
  }

  /**
   * A host lacks what the task needs: it costs no try, others are asked first. Left to the sweep, which takes its
   * time: the same host may be the only one.
   */
  async leaveToSweep(sql: Sql, taskId: string, hostName: string): Promise<void> {
    await sql.query(
      `UPDATE judge_task SET state = 'due', lease_until = NULL, enqueued_at = now(),
         failed_hosts = CASE WHEN $2 = ANY(failed_hosts) THEN failed_hosts ELSE array_append(failed_hosts, $2::text) END
       WHERE id = $1`,
      [taskId, hostName],
    );
  }

  /** @param failedHost null when the host is not to blame */
  async makeDue(sql: Sql, taskId: string, failedHost: string | null): Promise<void> {
    await sql.query(
      `WITH task AS (
         UPDATE judge_task SET state = 'due', lease_until = NULL, enqueued_at = NULL,
           tries = tries + CASE WHEN $2::text IS NULL THEN 0 ELSE 1 END,
           failed_hosts = CASE WHEN $2::text IS NULL THEN failed_hosts ELSE array_append(failed_hosts, $2::text) END
         WHERE id = $1 RETURNING id
       ) INSERT INTO outbox (task_id) SELECT id FROM task`,
      [taskId, failedHost],
    );
  }

  /** Writes the verdict and the figures of the slowest test; what is left of the judging is cancelled. */
  async finishJudging(sql: Sql, task: TaskUnderLock, verdict: Verdict): Promise<string[]> {
    const { judgingId } = task;
    await sql.query(
      `UPDATE judging SET state = 'done', verdict = $2, ended_at = now(),
         suspect = EXISTS (SELECT 1 FROM run WHERE judging_id = $1 AND suspect),
         (max_cpu_us, max_wall_us, max_gap_us, max_memory_bytes) =
           (SELECT max(cpu_us), max(wall_us), max(gap_us), max(memory_bytes) FROM (
              SELECT DISTINCT ON (ordinal) cpu_us, wall_us, gap_us, memory_bytes FROM run
              WHERE judging_id = $1 ORDER BY ordinal, attempt DESC) AS latest)
       WHERE id = $1`,
      [judgingId, verdict],
    );
    if (isWhole(task)) return [];
    const cancelled = await sql.query<{ id: string }>(
      `UPDATE judge_task SET state = 'cancelled', lease_until = NULL, finished_at = now()
       WHERE judging_id = $1 AND state IN ('waiting', 'due', 'claimed') RETURNING id`,
      [judgingId],
    );
    await removePrograms(sql, [judgingId]);
    return cancelled.map(({ id }) => id);
  }

  async appendError(sql: Sql, judgingId: string, line: string): Promise<void> {
    await sql.query(
      `UPDATE judging SET error = left(coalesce(error || E'\\n', '') || $2, 65536) WHERE id = $1`,
      [judgingId, text(line)],
    );
  }
}
