/** What every run of every test came to, and what it cost, in the database. */
import type { RunReport } from '@sandglass/contracts';
import { judgeSuspicion } from '@sandglass/domain';
import type { Sql } from '../../platform/database/database.ts';
import { byOurClock } from '../../judgehosts/host-clock.ts';
import { storableText } from '../../platform/database/storable-text.ts';
import type { RunVerdict, TaskUnderLock } from '../tasks/judging-rows.ts';
import { measurementColumns } from '../tasks/run-measurement.ts';

const runColumns: readonly (readonly [column: string, type: string, value: (run: RunReport) => unknown])[] = [
  ['ordinal', 'int', (run) => run.ordinal],
  ['verdict', 'text', (run) => run.verdict],
  ['reason', 'text', (run) => storableText(run.reason)],
  ['slot', 'int', (run) => run.slot],
  ['started_at', 'timestamptz', (run) => run.startedAt],
  ...measurementColumns,
  ['output_head', 'bytea', (run) => Buffer.from(run.outputHead, 'base64')],
  ['stderr_head', 'bytea', (run) => Buffer.from(run.stderrHead, 'base64')],
  ['validator_message', 'text', (run) => storableText(run.validatorMessage)],
  ['team_message', 'text', (run) => storableText(run.teamMessage)],
  ['passes', 'jsonb', (run) => JSON.stringify(run.passes)],
  ['exchange', 'jsonb', (run) => (run.exchange === null ? null : JSON.stringify(run.exchange))],
];

const insertFreshRuns = `
  WITH fresh AS (
  INSERT INTO run (judging_id, attempt, task_id, fencing_token, judgehost, kernel, while_unhealthy, suspect, ${runColumns.map(([name]) => name).join(', ')})
  SELECT $1::uuid, $2::int, $3::uuid, $4::int, $5::text, $6::text, $7::bool, r.*
  FROM unnest($8::bool[], ${runColumns.map(([, type], index) => `$${index + 9}::${type}[]`).join(', ')}) AS r
  ON CONFLICT (judging_id, ordinal, attempt) DO NOTHING RETURNING ordinal
  ) UPDATE judging SET tests_done = tests_done + (SELECT count(*) FROM fresh), while_unhealthy = while_unhealthy OR $7::bool,
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
  const reported = runs.map((run) => ({ ...run, startedAt: byOurClock(run.startedAt, task.hostClock) }));
  await sql.query(insertFreshRuns, [
    task.judgingId,
    task.attempt,
    task.id,
    task.fencingToken,
    judgehost,
    task.kernel,
    task.whileUnhealthy,
    runs.map((run) => judgeSuspicion(run, task.limits).suspect),
    ...runColumns.map(([, , value]) => reported.map(value)),
  ]);
}

/** The latest attempt of every test; what a repeat under way will replace is left out. */
export async function runVerdicts(sql: Sql, judgingId: string): Promise<RunVerdict[]> {
  return sql.query<RunVerdict>(
    `SELECT DISTINCT ON (r.ordinal) r.ordinal, r.verdict, r.suspect, r.attempt,
         t.state IN ('due', 'claimed') AS "taskOpen"
       FROM run r JOIN judge_task t ON t.id = r.task_id
       WHERE r.judging_id = $1 AND (r.attempt = t.attempt OR r.ordinal < t.first_test)
       ORDER BY r.ordinal, r.attempt DESC`,
    [judgingId],
  );
}
