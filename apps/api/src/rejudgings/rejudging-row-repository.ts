/** A rejudging as the database has it, with its progress. */
import {
  rejudgingFilterSchema,
  rejudgingLimitsSchema,
  rejudgingPreviewSchema,
  type Rejudging,
  type RejudgingFilter,
  type RejudgingLimits,
  type RejudgingState,
} from '@sandglass/contracts';
import { paceWindowMs, rejudgingEta, type BoardChange } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';
import { readJson, type WithJson } from '../platform/database/json-columns.ts';
import { ApiError } from '../platform/errors/api-error.ts';

/** As it was asked for. */
export interface NewRejudging {
  readonly id: string;
  readonly contestId: string;
  readonly reason: string;
  readonly filter: RejudgingFilter;
  readonly repeats: number;
  readonly autoApply: boolean;
  readonly priority: Rejudging['priority'];
  readonly limits: RejudgingLimits | null;
  readonly lazy: boolean | null;
  /** See `completeRejudging`. */
  readonly incomplete: boolean;
}

export interface RejudgingRow extends NewRejudging {
  readonly state: RejudgingState;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly judgedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly busy: number;
  readonly plannedMs: number;
  readonly boardChange: BoardChange | null;
}

const shapes = {
  filter: rejudgingFilterSchema,
  limits: rejudgingLimitsSchema.nullable(),
  boardChange: rejudgingPreviewSchema.pick({ ranks: true, firstToSolve: true }).nullable(),
};
type StoredRejudging = WithJson<RejudgingRow, keyof typeof shapes>;

const columns = `
  r.id, r.contest_id AS "contestId", r.reason, r.state, r.filter, r.repeats, r.auto_apply AS "autoApply", r.priority,
  r.limits, r.lazy, r.incomplete, r.created_by AS "createdBy", r.created_at AS "createdAt", r.judged_at AS "judgedAt",
  r.ended_at AS "endedAt", r.ended_by AS "endedBy", r.busy, r.planned_ms::float8 AS "plannedMs",
  r.board_change AS "boardChange"`;

interface Counts {
  readonly submissions: number;
  readonly started: number;
  readonly done: number;
  readonly failed: number;
  readonly doneLately: number;
}

/** Under the lock of its row: a process that changes its state holds the lock. */
export async function lockRejudging(sql: Sql, id: string): Promise<RejudgingRow | null> {
  const rows = await sql.query<StoredRejudging>(
    `SELECT ${columns} FROM rejudging r WHERE r.id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0] === undefined ? null : readJson(rows[0], shapes);
}

export async function findRejudging(sql: Sql, id: string): Promise<RejudgingRow | null> {
  const rows = await sql.query<StoredRejudging>(`SELECT ${columns} FROM rejudging r WHERE r.id = $1`, [id]);
  return rows[0] === undefined ? null : readJson(rows[0], shapes);
}

/** Whether it has any submission. */
export async function hasSubmissions(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM rejudged_submission WHERE rejudging_id = $1 LIMIT 1', [id]);
  return rows.length > 0;
}

/** The first of its judgings of a submission; null: there is none. */
export async function firstJudging(sql: Sql, id: string, submissionId: string): Promise<string | null> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM judging WHERE rejudging_id = $1 AND submission_id = $2 ORDER BY repeat LIMIT 1',
    [id, submissionId],
  );
  return rows[0]?.id ?? null;
}

/** The open rejudging of this submission alone. @throws ApiError SUBMISSION_BEING_REJUDGED, or `otherwise` */
export async function openSingle(
  sql: Sql,
  submission: { readonly id: string; readonly number: number },
  otherwise: ApiError,
): Promise<string> {
  const rows = await sql.query<{ id: string; single: boolean }>(
    `SELECT r.id, r.auto_apply AND r.repeats = 1 AND r.limits IS NULL
       AND (SELECT count(*) FROM rejudged_submission o WHERE o.rejudging_id = r.id) = 1 AS single
     FROM rejudged_submission m JOIN rejudging r ON r.id = m.rejudging_id WHERE m.open_submission_id = $1`,
    [submission.id],
  );
  const open = rows[0];
  if (open === undefined) throw otherwise;
  if (open.single) return open.id;
  throw new ApiError('SUBMISSION_BEING_REJUDGED', {
    submission: `#${submission.number}`,
    rejudging: open.id,
  });
}

/** Of a contest, the newest first. */
export interface RejudgingsPage {
  readonly contestId: string;
  /** Older than this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** How many of a contest's are under way, and how many wait for somebody to apply or cancel them. */
export async function countRejudgings(
  sql: Sql,
  contestId: string,
): Promise<{ open: number; waiting: number }> {
  const rows = await sql.query<{ open: number; waiting: number }>(
    `SELECT (count(*) FILTER (WHERE state IN ('created', 'judging')))::int AS open,
       (count(*) FILTER (WHERE state = 'judged' AND NOT auto_apply))::int AS waiting
     FROM rejudging WHERE contest_id = $1`,
    [contestId],
  );
  return rows[0] ?? { open: 0, waiting: 0 };
}

/** Newest first, with progress. */
export async function readRejudgings(
  sql: Sql,
  by: RejudgingsPage | { readonly id: string },
): Promise<Rejudging[]> {
  const [where, ...values] =
    'id' in by
      ? (['r.id = $1::uuid', by.id, null, 1] as const)
      : (['r.contest_id = $1', by.contestId, by.before ?? null, by.limit] as const);
  const rows = await sql.query<StoredRejudging & Counts>(
    `SELECT ${columns}, m.submissions, j.started, j.done, j.failed, j."doneLately"
     FROM rejudging r
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS submissions FROM rejudged_submission WHERE rejudging_id = r.id) AS m
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE started_at IS NOT NULL)::int AS started,
         count(*) FILTER (WHERE state = 'done')::int AS done,
         count(*) FILTER (WHERE state = 'done' AND verdict = 'JE')::int AS failed,
         count(*) FILTER (WHERE state = 'done' AND ended_at > now() - $4 * interval '1 ms')::int AS "doneLately"
       FROM judging WHERE rejudging_id = r.id) AS j
     WHERE ${where} AND ($2::uuid IS NULL OR r.id < $2::uuid) ORDER BY r.id DESC LIMIT $3`,
    [...values, paceWindowMs],
  );
  return rows
    .map((stored) => readJson(stored, shapes))
    .map((row) => ({
      id: row.id,
      contestId: row.contestId,
      reason: row.reason,
      state: row.state,
      filter: row.filter,
      repeats: row.repeats,
      autoApply: row.autoApply,
      priority: row.priority,
      limits: row.limits,
      lazy: row.lazy,
      createdBy: row.createdBy,
      createdAt: row.createdAt.toISOString(),
      judgedAt: row.judgedAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      endedBy: row.endedBy,
      submissions: row.submissions,
      busy: row.busy,
      incomplete: row.incomplete,
      judgings: {
        total: row.submissions * row.repeats,
        started: row.started,
        done: row.done,
        failed: row.failed,
        etaMs: isOpen(row) ? etaOf(row) : null,
      },
    }));
}

function isOpen({ state }: RejudgingRow): boolean {
  return state === 'created' || state === 'judging';
}

function etaOf(row: RejudgingRow & Counts): number | null {
  return rejudgingEta({
    open: row.submissions * row.repeats - row.done,
    doneInWindow: row.doneLately,
    windowMs: Math.min(paceWindowMs, Date.now() - row.createdAt.getTime()),
  });
}
