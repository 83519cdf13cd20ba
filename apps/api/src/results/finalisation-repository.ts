/** Final results in the database, and what keeps a contest from having them. */
import type { NumberedSubmission } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

export interface FinalisationRow {
  readonly finalizedAt: Date | null;
  readonly finalizedBy: string | null;
  readonly comment: string;
  readonly extraBronze: number;
  readonly isLocked: boolean;
}

export async function readFinalisation(sql: Sql, contest: string): Promise<FinalisationRow | null> {
  const [row] = await sql.query<FinalisationRow>(
    `SELECT finalized_at AS "finalizedAt", finalized_by AS "finalizedBy", final_comment AS comment,
       extra_bronze AS "extraBronze", locked_at IS NOT NULL AS "isLocked"
     FROM contest WHERE id = $1`,
    [contest],
  );
  return row ?? null;
}

/** The contest is locked by the caller. */
export async function writeFinalisation(
  sql: Sql,
  contest: string,
  { finalizedAt, finalizedBy, comment, extraBronze }: Omit<FinalisationRow, 'isLocked'>,
): Promise<void> {
  await sql.query(
    'UPDATE contest SET finalized_at = $2, finalized_by = $3, final_comment = $4, extra_bronze = $5 WHERE id = $1',
    [contest, finalizedAt, finalizedBy, comment, extraBronze],
  );
}

export interface OpenSubmission extends NumberedSubmission {
  /** Its judging ended in a judging error; false: it has not ended. */
  readonly failed: boolean;
}

/** Submissions of teams without a verdict, in the order of their arrival. */
export async function openSubmissions(sql: Sql, contest: string): Promise<OpenSubmission[]> {
  return sql.query(
    `SELECT s.id, s.number, j.state IS NOT DISTINCT FROM 'done' AS failed
     FROM submission s LEFT JOIN judging j ON j.submission_id = s.id AND j.valid
     WHERE s.contest_id = $1 AND NOT s.jury
       AND (j.state IS DISTINCT FROM 'done' OR j.verdict IS NULL OR j.verdict = 'JE')
     ORDER BY s.id`,
    [contest],
  );
}

/** Rejudgings that are neither applied nor cancelled. */
export async function openRejudgings(
  sql: Sql,
  contest: string,
): Promise<{ id: string; reason: string; state: string }[]> {
  return sql.query(
    `SELECT id, reason, state FROM rejudging
     WHERE contest_id = $1 AND state NOT IN ('applied', 'cancelled') ORDER BY id`,
    [contest],
  );
}
