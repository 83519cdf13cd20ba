/** The steps of a rejudging, each of them one transaction under its row's lock. */
import type { BoardChange } from '@sandglass/domain';
import { actorSchema, recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Unit } from '../events/unit-of-work.ts';
import { cancelTasks } from '../judging/tasks/judging-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { readJson } from '../platform/database/json-columns.ts';
import type { Replacement } from './rejudging-preview.ts';
import type { NewRejudging, RejudgingRow } from './rejudging-row-repository.ts';

/** A submission whose judgings are still to be made. */
export interface UnplannedSubmission {
  readonly submissionId: string;
  readonly problemId: string;
  readonly languageId: string;
}

/**
 * Writes the rejudging with those of the submissions that no other open one has. Two at
 * once meet at the unique index, in the same order, so that each submission goes to one.
 * @returns how many it got
 */
export async function insertRejudging(
  sql: Sql,
  rejudging: NewRejudging,
  submissions: readonly string[],
  actor: Actor,
): Promise<number> {
  await sql.query(
    `INSERT INTO rejudging (id, contest_id, reason, filter, repeats, auto_apply, priority, limits, lazy, incomplete, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      rejudging.id,
      rejudging.contestId,
      rejudging.reason,
      JSON.stringify(rejudging.filter),
      rejudging.repeats,
      rejudging.autoApply,
      rejudging.priority,
      rejudging.limits === null ? null : JSON.stringify(rejudging.limits),
      rejudging.lazy,
      rejudging.incomplete,
      actor.username,
    ],
  );
  const got = await addSubmissions(sql, rejudging.id, submissions);
  await recordAudit(sql, actor, 'rejudging.create', rejudging.id, {
    contest: rejudging.contestId,
    reason: rejudging.reason,
    filter: rejudging.filter,
    repeats: rejudging.repeats,
    autoApply: rejudging.autoApply,
    priority: rejudging.priority,
    limits: rejudging.limits,
    lazy: rejudging.lazy,
    submissions: got,
  });
  return got;
}

/** @returns how many were free */
async function addSubmissions(sql: Sql, id: string, submissions: readonly string[]): Promise<number> {
  const got = await sql.query(
    `INSERT INTO rejudged_submission (rejudging_id, submission_id, open_submission_id)
     SELECT $1, id, id FROM unnest($2::uuid[]) AS s(id) ORDER BY id
     ON CONFLICT (open_submission_id) DO NOTHING RETURNING submission_id`,
    [id, submissions],
  );
  return got.length;
}

/** With what it takes besides. @param busy of all that it would take */
export async function setComplete(
  sql: Sql,
  id: string,
  submissions: readonly string[],
  busy: number,
): Promise<void> {
  const got = await addSubmissions(sql, id, submissions);
  await sql.query('UPDATE rejudging SET incomplete = false, busy = $2 WHERE id = $1', [
    id,
    busy + submissions.length - got,
  ]);
}

/** The jury's pages show the rejudging as it is from this unit on. */
export function announceRejudging(
  unit: Unit,
  { id, contestId }: Pick<RejudgingRow, 'id' | 'contestId'>,
  state: RejudgingRow['state'],
): void {
  unit.event(contestId, { type: 'rejudging', rejudgingId: id, state });
}

export async function setBusy(sql: Sql, id: string, busy: number): Promise<void> {
  if (busy > 0) await sql.query('UPDATE rejudging SET busy = $2 WHERE id = $1', [id, busy]);
}

export async function unplanned(sql: Sql, id: string, limit: number): Promise<UnplannedSubmission[]> {
  return sql.query<UnplannedSubmission>(
    `SELECT m.submission_id AS "submissionId", s.problem_id AS "problemId", s.language_id AS "languageId"
     FROM rejudged_submission m JOIN submission s ON s.id = m.submission_id
     WHERE m.rejudging_id = $1 AND NOT m.planned ORDER BY m.submission_id LIMIT $2`,
    [id, limit],
  );
}

/** @param gone submissions whose problem has left the contest since: they leave the rejudging */
export async function setPlanned(
  sql: Sql,
  id: string,
  planned: readonly string[],
  gone: readonly string[],
  plannedMs: number,
): Promise<void> {
  await sql.query(
    'UPDATE rejudged_submission SET planned = true WHERE rejudging_id = $1 AND submission_id = ANY($2::uuid[])',
    [id, planned],
  );
  await sql.query(
    'DELETE FROM rejudged_submission WHERE rejudging_id = $1 AND submission_id = ANY($2::uuid[])',
    [id, gone],
  );
  await sql.query('UPDATE rejudging SET planned_ms = $2 WHERE id = $1', [id, Math.round(plannedMs)]);
}

export async function setJudging(unit: Unit, rejudging: RejudgingRow): Promise<void> {
  await unit.query(`UPDATE rejudging SET state = 'judging' WHERE id = $1`, [rejudging.id]);
  announceRejudging(unit, rejudging, 'judging');
}

/** @returns whether it has just become judged, and how it goes on; null: something is still open */
export async function setJudged(unit: Unit, id: string): Promise<{ autoApply: boolean } | null> {
  const rows = await unit.query<{ autoApply: boolean; contestId: string }>(
    `UPDATE rejudging r SET state = 'judged', judged_at = now()
     WHERE r.id = $1 AND r.state = 'judging'
       AND NOT EXISTS (SELECT 1 FROM judging j WHERE j.rejudging_id = r.id AND j.state NOT IN ('done', 'cancelled'))
     RETURNING r.auto_apply AS "autoApply", r.contest_id AS "contestId"`,
    [id],
  );
  const [judged] = rows;
  if (judged === undefined) return null;
  announceRejudging(unit, { id, contestId: judged.contestId }, 'judged');
  return judged;
}

/** What a crash may have left half way; `asker`: who asked for it to be applied, null: nobody but its own setting. */
export async function unfinished(sql: Sql): Promise<{ id: string; state: string; asker: Actor | null }[]> {
  const rows = await sql.query<{ id: string; state: string; asker: unknown }>(
    `SELECT id, state, apply_asked AS asker FROM rejudging
     WHERE state IN ('created', 'judging') OR (state = 'judged' AND (auto_apply OR apply_asked IS NOT NULL)) ORDER BY id`,
  );
  return rows.map((row) => readJson(row, { asker: actorSchema.nullable() }));
}

/** From here on it will be applied, even if the process that was asked ends. */
export async function askToApply(sql: Sql, id: string, actor: Actor): Promise<void> {
  await sql.query(`UPDATE rejudging SET apply_asked = $2 WHERE id = $1 AND state = 'judged'`, [
    id,
    JSON.stringify(actor),
  ]);
}

/** Nobody else changes which judging of these submissions counts until the commit. */
export async function lockSubmissions(sql: Sql, rejudgingId: string): Promise<void> {
  await sql.query(
    `SELECT 1 FROM submission WHERE id IN (SELECT submission_id FROM rejudged_submission WHERE rejudging_id = $1)
     ORDER BY id FOR NO KEY UPDATE`,
    [rejudgingId],
  );
}

/**
 * The new judgings take the place of the old ones, all of them in this transaction. An old
 * one that was still under way ends as cancelled.
 * @returns tasks that are not wanted any more
 */
export async function applyReplacements(
  unit: Unit,
  rejudging: RejudgingRow,
  all: readonly Replacement[],
  board: BoardChange,
  actor: Actor,
): Promise<string[]> {
  const submissionIds = all.map(({ submissionId }) => submissionId);
  await rememberOld(unit, rejudging.id);
  const superseded = await unit.query<{ id: string }>(
    `UPDATE judging SET valid = false, state = CASE WHEN state = 'done' THEN state ELSE 'cancelled' END,
       ended_at = coalesce(ended_at, now())
     WHERE submission_id = ANY($1::uuid[]) AND valid RETURNING id`,
    [submissionIds],
  );
  const cancelled = await cancelTasks(
    unit,
    superseded.map(({ id }) => id),
  );
  const valid = await unit.query<{ id: string; maxCpuUs: number | null }>(
    'UPDATE judging SET valid = true WHERE id = ANY($1::uuid[]) RETURNING id, max_cpu_us::float8 AS "maxCpuUs"',
    [all.map(({ judgingId }) => judgingId)],
  );
  const maxCpuUs = new Map(valid.map((judging) => [judging.id, judging.maxCpuUs]));
  await unit.query(
    `UPDATE rejudged_submission m SET new_judging_id = n.judging_id
     FROM unnest($2::uuid[], $3::uuid[]) AS n(submission_id, judging_id)
     WHERE m.rejudging_id = $1 AND m.submission_id = n.submission_id`,
    [rejudging.id, submissionIds, all.map(({ judgingId }) => judgingId)],
  );
  await end(unit, rejudging, 'applied', actor, board);
  await recordAudit(unit, actor, 'rejudging.apply', rejudging.id, {
    contest: rejudging.contestId,
    submissions: all.length,
    ranksChanged: board.ranks.length,
  });
  for (const { submissionId, judgingId, verdict, teamId, jury } of all)
    unit.event(rejudging.contestId, {
      type: 'judging',
      submissionId,
      judgingId,
      teamId: teamId ?? 'jury',
      state: 'done',
      verdict,
      valid: true,
      jury,
      judgehost: null,
      maxCpuUs: maxCpuUs.get(judgingId) ?? null,
    });
  return cancelled;
}

/** What is not judged yet never will be. @returns tasks that are not wanted any more */
export async function cancelRejudging(unit: Unit, rejudging: RejudgingRow, actor: Actor): Promise<string[]> {
  await rememberOld(unit, rejudging.id);
  const open = await unit.query<{ id: string }>(
    `UPDATE judging SET state = 'cancelled', ended_at = now()
     WHERE rejudging_id = $1 AND state NOT IN ('done', 'cancelled') RETURNING id`,
    [rejudging.id],
  );
  const cancelled = await cancelTasks(
    unit,
    open.map(({ id }) => id),
  );
  await end(unit, rejudging, 'cancelled', actor, null);
  await recordAudit(unit, actor, 'rejudging.cancel', rejudging.id, {
    contest: rejudging.contestId,
    judgingsCancelled: open.length,
  });
  return cancelled;
}

/** Which judgings counted until now: for the preview of a rejudging that has ended. */
async function rememberOld(sql: Sql, rejudgingId: string): Promise<void> {
  await sql.query(
    `UPDATE rejudged_submission m SET old_judging_id = j.id FROM judging j
     WHERE m.rejudging_id = $1 AND j.submission_id = m.submission_id AND j.valid`,
    [rejudgingId],
  );
}

async function end(
  unit: Unit,
  rejudging: RejudgingRow,
  state: 'applied' | 'cancelled',
  actor: Actor,
  board: BoardChange | null,
): Promise<void> {
  const { id } = rejudging;
  await unit.query(
    `UPDATE rejudging SET state = $2, ended_at = now(), ended_by = $3, board_change = $4 WHERE id = $1`,
    [id, state, actor.username, board === null ? null : JSON.stringify(board)],
  );
  await unit.query('UPDATE rejudged_submission SET open_submission_id = NULL WHERE rejudging_id = $1', [id]);
  announceRejudging(unit, rejudging, state);
}
