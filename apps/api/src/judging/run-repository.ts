/** What every run of every test came to, and what it cost, in the database. */
import type { RunReport } from '@sandglass/contracts';
import { judgeSuspicion } from '@sandglass/domain';
import type { Sql } from '../database/database.ts';
import { byOurClock } from '../judgehosts/host-clock.ts';
import { storableText } from '../database/storable-text.ts';
import type { RunVerdict, TaskUnderLock } from './judging-rows.ts';

const runColumns: readonly (readonly [column: string, type: string, value: (run: RunReport) => unknown])[] = [
  ['ordinal', 'int', (run) => run.ordinal],
  ['verdict', 'text', (run) => run.verdict],
  ['reason', 'text', (run) => storableText(run.reason)],
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
  ['last_wait', 'text', (run) => (run.lastWait === null ? null : storableText(run.lastWait))],
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
  ['validator_message', 'text', (run) => storableText(run.validatorMessage)],
  ['passes', 'jsonb', (run) => JSON.stringify(run.passes)],
  ['exchange', 'jsonb', (run) => (run.exchange === null ? null : JSON.stringify(run.exchange))],
];

const insertFreshRuns = `
  WITH fresh AS (
  INSERT INTO run (judging_id, attempt, task_id, fencing_token, judgehost, kernel, while_sick, suspect, ${runColumns.map(([name]) => name).join(', ')})
  SELECT $1::uuid, $2::int, $3::uuid, $4::int, $5::text, $6::text, $7::bool, r.*
  FROM unnest($8::bool[], ${runColumns.map(([, type], index) => `$${index + 9}::${type}[]`).join(', ')}) AS r
  ON CONFLICT (judging_id, ordinal, attempt) DO NOTHING RETURNING ordinal
  ) UPDATE judging SET tests_done = tests_done + (SELECT count(*) FROM fresh), while_sick = while_sick OR $7::bool,
      state = CASE WHEN state = 'done' THEN state ELSE 'running' END
    WHERE id = $1::uuid AND EXISTS (SELECT 1 FROM fresh)`;

/** Stores runs that are not there yet, their beginning by the api's clock. */
export async function insertRuns(
  sql: Sql,
  task: TaskUnderLock,
  judgehost: string,
  runs: readonly RunReport[],
): Promise<void> {
  if (runs.length === 0) return;
  const told = runs.map((run) => ({ ...run, startedAt: byOurClock(run.startedAt, task.hostClock) }));
  await sql.query(insertFreshRuns, [
    task.judgingId,
    task.attempt,
    task.id,
    task.fencingToken,
    judgehost,
    task.kernel,
    task.whileSick,
    runs.map((run) => judgeSuspicion(run, task.limits).suspect),
    ...runColumns.map(([, , value]) => told.map(value)),
  ]);
}

/** The latest attempt of every test; what a repeat under way will replace is left out. */
export async function runVerdicts(sql: Sql, judgingId: string): Promise<RunVerdict[]> {
  return sql.query<RunVerdict & Record<string, unknown>>(
    `SELECT DISTINCT ON (r.ordinal) r.ordinal, r.verdict, r.suspect, r.attempt,
         t.state IN ('due', 'claimed') AS "taskOpen"
       FROM run r JOIN judge_task t ON t.id = r.task_id
       WHERE r.judging_id = $1 AND (r.attempt = t.attempt OR r.ordinal < t.first_test)
       ORDER BY r.ordinal, r.attempt DESC`,
    [judgingId],
  );
}
