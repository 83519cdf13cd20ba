/** Judgings and their tasks in the database. */
import type { TaskReport, Verdict } from '@sandglass/contracts';
import { repeatPatienceMs } from '@sandglass/domain';
import { uuidV7 } from '../../platform/lib/uuid-v7.ts';
import type { Sql } from '../../platform/database/database.ts';
import { storableText } from '../../platform/database/storable-text.ts';
import { reenqueueMs, type DueTask } from './due-task-repository.ts';
import type { NewJudging, TaskUnderLock } from './judging-rows.ts';
import { removePrograms } from './program-repository.ts';

/** Whether the host that holds task `t` has been unhealthy since it claimed it, by the api's clock. */
const isWhileUnhealthy = `EXISTS (SELECT 1 FROM health_period p WHERE p.judgehost_id = t.judgehost_id AND p.state = 'unhealthy'
  AND (p.to_at IS NULL OR p.to_at > t.claimed_at))`;

/** The only task of its judging, as it was planned. */
function isWhole(task: TaskUnderLock): boolean {
  return task.ordinal === 0 && task.lastTest === task.testsTotal - 1;
}

/** Judgings and their tasks, many at once for rejudgings. @returns the tasks that are due */
export async function insertJudgings(sql: Sql, judgings: readonly NewJudging[]): Promise<DueTask[]> {
  await sql.query(
    `INSERT INTO judging (id, submission_id, version_id, lazy, limits, tests_total, valid, rejudging_id, repeat, result_priority)
     SELECT j.id, j.submission_id, j.version_id, j.lazy, j.limits, j.tests_total, j.rejudging_id IS NULL,
       j.rejudging_id, j.repeat, string_to_array(j.result_priority, ' ')
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bool[], $5::jsonb[], $6::int[], $7::uuid[], $8::int[],
         $9::text[])
       AS j(id, submission_id, version_id, lazy, limits, tests_total, rejudging_id, repeat, result_priority)`,
    [
      judgings.map(({ id }) => id),
      judgings.map(({ submissionId }) => submissionId),
      judgings.map(({ versionId }) => versionId),
      judgings.map(({ lazy }) => lazy),
      judgings.map(({ plan }) => JSON.stringify(plan.limits)),
      judgings.map(({ plan }) => plan.testsTotal),
      judgings.map(({ rejudging }) => rejudging?.id ?? null),
      judgings.map(({ rejudging }) => rejudging?.repeat ?? 1),
      judgings.map(({ resultPriority }) => resultPriority.join(' ')),
    ],
  );
  const tasks = judgings.flatMap(({ id: judgingId, plan, image }) =>
    plan.tasks.map((task) => ({ ...task, judgingId, image, id: uuidV7() })),
  );
  await sql.query(
    `INSERT INTO judge_task (id, judging_id, ordinal, first_test, last_test, expected_ms, deadline_ms, state, failed_hosts)
     SELECT t.id, t.judging_id, t.ordinal, t.first_test, t.last_test, t.expected_ms, t.deadline_ms, t.state, ARRAY[]::text[]
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int8[], $8::text[])
       AS t(id, judging_id, ordinal, first_test, last_test, expected_ms, deadline_ms, state)`,
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

/** Expected ms of an owner's work that is not done yet; what the jury has judged again is nobody's doing. @param teamId null: the jury's own */
export async function pendingMsOf(sql: Sql, contestId: string, teamId: string | null): Promise<number> {
  const rows = await sql.query<{ ms: number }>(
    `SELECT coalesce(sum(t.expected_ms), 0)::float8 AS ms
     FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
     WHERE t.state IN ('waiting', 'due', 'claimed') AND j.valid AND s.contest_id = $1
       AND (s.team_id = $2::text OR ($2::text IS NULL AND s.jury))`,
    [contestId, teamId],
  );
  return rows[0]?.ms ?? 0;
}

/** Locks the judging, then the task (order of locks: `unit-of-work.ts`): PostgreSQL takes them in the order they are named. */
export async function lockTask(sql: Sql, taskId: string): Promise<TaskUnderLock | null> {
  const rows = await sql.query<TaskUnderLock>(
    `SELECT t.id, t.judging_id AS "judgingId", t.state, t.fencing_token AS "fencingToken",
       t.judgehost_id AS "judgehostId", t.ordinal, t.first_test AS "firstTest", t.last_test AS "lastTest", t.tries,
       t.failed_hosts AS "failedHosts", t.attempt, j.limits -> 'run' AS limits, j.limits -> 'compile' AS "compileLimits", t.deadline_ms::float8 AS "deadlineMs", s.id AS "submissionId", s.contest_id AS "contestId", c.image,
       s.team_id AS "teamId", s.jury, j.lazy, j.result_priority AS "resultPriority", j.tests_total AS "testsTotal", j.state AS "judgingState", j.valid,
       j.rejudging_id AS "rejudgingId",
       ARRAY(SELECT tc.ordinal FROM test_case tc WHERE tc.version_id = j.version_id AND tc.is_sample) AS samples,
       j.judgehost, j.compile_success AS "compileSuccess", j.created_at AS "createdAt", ${isWhileUnhealthy} AS "whileUnhealthy",
       (SELECT f.report ->> 'kernel' FROM judgehost_figures f WHERE f.judgehost_id = t.judgehost_id) AS kernel, h.condition -> 'clock' AS "hostClock"
     FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
       LEFT JOIN judgehost h ON h.id = t.judgehost_id
       JOIN contest c ON c.id = s.contest_id
     WHERE t.id = $1 FOR UPDATE OF j, t`,
    [taskId],
  );
  return rows[0] ?? null;
}

export async function recordCompile(
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
      storableText(compile.output),
      compile.measurement === null ? null : JSON.stringify(compile.measurement),
    ],
  );
}

/** The task is due again from a suspect run's test on, for a better moment elsewhere (see `repeat-repository.ts`); what was measured is kept. */
export async function repeatFrom(
  sql: Sql,
  task: TaskUnderLock,
  ordinal: number,
  judgehost: string,
): Promise<void> {
  await sql.query(
    `UPDATE judging SET tests_done = tests_done - (
       SELECT count(*) FROM run WHERE judging_id = $1 AND task_id = $2 AND attempt = $3 AND ordinal >= $4) WHERE id = $1`,
    [task.judgingId, task.id, task.attempt, ordinal],
  );
  await sql.query(
    `UPDATE judge_task SET state = 'due', lease_until = NULL, released_at = now(), enqueued_at = NULL, attempt = attempt + 1,
       first_test = $2, failed_hosts = array_append(failed_hosts, $3::text),
       patient_until = now() + $4 * interval '1 millisecond'
     WHERE id = $1`,
    [task.id, ordinal, judgehost, repeatPatienceMs],
  );
}

/** The program is compiled: the judging's other tasks are due. @returns them */
export async function releaseWaiting(sql: Sql, task: TaskUnderLock): Promise<DueTask[]> {
  if (isWhole(task)) return [];
  const rows = await sql.query<{ taskId: string; deadlineMs: number }>(
    `WITH task AS (
       UPDATE judge_task SET state = 'due' WHERE judging_id = $1 AND state = 'waiting' RETURNING id, deadline_ms
     ) SELECT id AS "taskId", deadline_ms::float8 AS "deadlineMs" FROM task ORDER BY deadline_ms`,
    [task.judgingId],
  );
  return rows.map((row) => ({ ...row, image: task.image }));
}

export async function finishTask(sql: Sql, taskId: string, state: 'done' | 'failed'): Promise<void> {
  await sql.query(`UPDATE judge_task SET state = $2, finished_at = now(), lease_until = NULL WHERE id = $1`, [
    taskId,
    state,
  ]);
}

/**
 * A host lacks what the task needs: it costs no try, others are asked first. It is offered again a little later: the
 * same host may be the only one.
 */
export async function offerLater(sql: Sql, taskId: string, hostName: string): Promise<void> {
  await sql.query(
    `UPDATE judge_task SET state = 'due', lease_until = NULL, released_at = now(), enqueued_at = NULL,
       not_before = now() + ${reenqueueMs} * interval '1 millisecond',
       failed_hosts = CASE WHEN $2 = ANY(failed_hosts) THEN failed_hosts ELSE array_append(failed_hosts, $2::text) END
     WHERE id = $1`,
    [taskId, hostName],
  );
}

/**
 * @param failedHost null when the host is not to blame
 * @param waitMs until it is offered again; 0: at once
 */
export async function makeDue(
  sql: Sql,
  taskId: string,
  failedHost: string | null,
  waitMs = 0,
): Promise<void> {
  await sql.query(
    `UPDATE judge_task SET state = 'due', lease_until = NULL, released_at = now(), enqueued_at = NULL,
       not_before = CASE WHEN $3 > 0 THEN now() + $3 * interval '1 millisecond' END,
       tries = tries + CASE WHEN $2::text IS NULL THEN 0 ELSE 1 END,
       failed_hosts = CASE WHEN $2::text IS NULL OR $2 = ANY(failed_hosts) THEN failed_hosts
         ELSE array_append(failed_hosts, $2::text) END
     WHERE id = $1`,
    [taskId, failedHost, waitMs],
  );
}

export interface FinishedJudging {
  /** Tasks that are not wanted any more. */
  readonly cancelled: string[];
  readonly maxCpuUs: number | null;
}

/** Writes the verdict and the most that any test took, each figure by itself; what is left of the judging is cancelled. */
export async function finishJudging(
  sql: Sql,
  task: TaskUnderLock,
  verdict: Verdict,
): Promise<FinishedJudging> {
  const { judgingId } = task;
  const [finished] = await sql.query<{ maxCpuUs: number | null }>(
    `UPDATE judging SET state = 'done', verdict = $2, ended_at = now(),
       suspect = EXISTS (SELECT 1 FROM run WHERE judging_id = $1 AND suspect),
       (max_cpu_us, max_wall_us, max_gap_us, max_memory_bytes) =
         (SELECT max(cpu_us), max(wall_us), max(gap_us), max(memory_bytes) FROM (
            SELECT DISTINCT ON (ordinal) cpu_us, wall_us, gap_us, memory_bytes FROM run
            WHERE judging_id = $1 ORDER BY ordinal, attempt DESC) AS latest)
     WHERE id = $1 RETURNING max_cpu_us::float8 AS "maxCpuUs"`,
    [judgingId, verdict],
  );
  const maxCpuUs = finished?.maxCpuUs ?? null;
  if (isWhole(task)) return { cancelled: [], maxCpuUs };
  const cancelled = await cancelTasks(sql, [judgingId]);
  await removePrograms(sql, [judgingId]);
  return { cancelled, maxCpuUs };
}

/** Hosts that run one learn it with their next heartbeat or report. @returns those that leave the queue */
export async function cancelTasks(sql: Sql, judgingIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE judge_task SET state = 'cancelled', lease_until = NULL, finished_at = now()
     WHERE judging_id = ANY($1::uuid[]) AND state IN ('waiting', 'due', 'claimed') RETURNING id`,
    [judgingIds],
  );
  return rows.map(({ id }) => id);
}

/** The source files of a submission, in their order. */
export function sourcesOf(sql: Sql, submissionId: string): Promise<{ name: string; content: Buffer }[]> {
  return sql.query('SELECT name, content FROM submission_file WHERE submission_id = $1 ORDER BY ordinal', [
    submissionId,
  ]);
}

/** The program seems to have broken its slot there. */
export async function noteBreaker(sql: Sql, taskId: string, hostName: string): Promise<void> {
  await sql.query(
    `UPDATE judge_task SET broke_slot_on = array_append(broke_slot_on, $2::text)
     WHERE id = $1 AND NOT $2 = ANY(broke_slot_on)`,
    [taskId, hostName],
  );
}

export async function appendError(sql: Sql, judgingId: string, line: string): Promise<void> {
  await sql.query(
    `UPDATE judging SET error = left(coalesce(error || E'\\n', '') || $2, 65536) WHERE id = $1`,
    [judgingId, storableText(line)],
  );
}
