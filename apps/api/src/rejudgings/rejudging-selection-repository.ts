/** Submissions as a rejudging takes them, in groups. */
import type { Sql } from '../platform/database/database.ts';
import type { Conditions } from '../submissions/submission-conditions.ts';

/** Submissions that a filter takes, alike in all that is counted: twenty thousand make a few hundred of them. */
export interface SelectedGroup {
  /** The open rejudging that has them; null: they are free. */
  readonly rejudgingId: string | null;
  /** Of the judging that counts. */
  readonly verdict: string | null;
  readonly label: string;
  readonly languageId: string;
  readonly count: number;
  /** The jury's own are no team's. */
  readonly teams: readonly string[];
  readonly judgedMs: number;
  /** Null: not asked for. */
  readonly submissionIds: readonly string[] | null;
}

/** Those that meet the conditions. @param list false: counts without ids */
export async function selectGroups(
  sql: Sql,
  conditions: Conditions,
  list: boolean,
): Promise<SelectedGroup[]> {
  const rows = await sql.query<Omit<SelectedGroup, 'submissionIds'> & { ids: string | null }>(
    `SELECT o.rejudging_id AS "rejudgingId", j.verdict, cp.label, s.language_id AS "languageId", count(*)::int AS count,
       coalesce(array_agg(DISTINCT s.team_id) FILTER (WHERE s.team_id IS NOT NULL), '{}') AS teams,
       coalesce(sum(greatest(extract(epoch FROM j.ended_at - j.started_at), 0)) * 1000, 0)::float8 AS "judgedMs",
       ${list ? `string_agg(s.id::text, ' ')` : 'NULL'} AS ids
     FROM submission s
     JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
     JOIN judging j ON j.submission_id = s.id AND j.valid
     LEFT JOIN rejudged_submission o ON o.open_submission_id = s.id
     WHERE ${conditions.sql} GROUP BY 1, 2, 3, 4`,
    conditions.values,
  );
  return rows.map(({ ids, ...group }) => ({ ...group, submissionIds: ids?.split(' ') ?? null }));
}
