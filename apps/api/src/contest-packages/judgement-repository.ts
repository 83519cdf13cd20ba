/** Judgings as CLICS knows them. */
import type { Sql } from '../platform/database/database.ts';

export interface JudgementRow {
  readonly id: string;
  /** Of its submission. */
  readonly number: number;
  readonly verdict: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly valid: boolean;
  readonly maxCpuUs: number | null;
}

/** Those that have begun, in the order of their ids. @param after the id of the last one that is known */
export async function judgements(
  sql: Sql,
  contest: string,
  after: string | null,
  limit: number,
): Promise<JudgementRow[]> {
  return sql.query(
    `SELECT j.id, s.number, j.verdict, coalesce(j.started_at, j.ended_at) AS "startedAt", j.ended_at AS "endedAt", j.valid,
       j.max_cpu_us::float8 AS "maxCpuUs"
     FROM judging j JOIN submission s ON s.id = j.submission_id
     WHERE s.contest_id = $1 AND ($2::uuid IS NULL OR j.id > $2) AND coalesce(j.started_at, j.ended_at) IS NOT NULL
     ORDER BY j.id LIMIT $3`,
    [contest, after, limit],
  );
}
