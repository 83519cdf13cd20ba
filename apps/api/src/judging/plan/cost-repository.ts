/** What judgings that have ended took. */
import type { Sql } from '../../platform/database/database.ts';

export interface EndedJudging {
  readonly id: string;
  readonly versionId: string;
  readonly languageId: string;
  readonly endedAt: Date;
  readonly compileMs: number | null;
  /** Of all its tasks, on their slots. */
  readonly slotMs: number;
  readonly tests: number;
}

const endedJudgings = `
  SELECT j.id, j.version_id AS "versionId", s.language_id AS "languageId", j.ended_at AS "endedAt",
    (j.compile_measurement->>'wallUs')::float8 / 1000 AS "compileMs", t.ms AS "slotMs", r.tests
  FROM judging j JOIN submission s ON s.id = j.submission_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(extract(epoch FROM finished_at - claimed_at)) * 1000, 0)::float8 AS ms
      FROM judge_task WHERE judging_id = j.id AND finished_at IS NOT NULL AND claimed_at IS NOT NULL) t
    CROSS JOIN LATERAL (SELECT count(*)::int AS tests FROM run WHERE judging_id = j.id) r
  WHERE j.ended_at IS NOT NULL AND j.verdict <> 'JE'`;

/** The latest of all, the oldest of them first. */
export function latestEnded(sql: Sql, limit: number): Promise<EndedJudging[]> {
  return sql.query<EndedJudging>(
    `SELECT * FROM (${endedJudgings} ORDER BY j.ended_at DESC LIMIT $1) AS latest ORDER BY "endedAt"`,
    [limit],
  );
}

/** Those that ended after this one, in order. */
export function endedAfter(
  sql: Sql,
  { id, endedAt }: Pick<EndedJudging, 'id' | 'endedAt'>,
  limit: number,
): Promise<EndedJudging[]> {
  return sql.query<EndedJudging>(
    `${endedJudgings} AND (j.ended_at, j.id) > ($1, $2::uuid) ORDER BY j.ended_at, j.id LIMIT $3`,
    [endedAt, id, limit],
  );
}
