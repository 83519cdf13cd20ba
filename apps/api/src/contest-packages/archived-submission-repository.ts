/** All submissions of a contest with their sources, for an archive. */
import type { Sql } from '../platform/database/database.ts';

export interface ArchivedSubmission {
  readonly id: string;
  readonly number: number;
  readonly teamId: string | null;
  readonly team: string | null;
  readonly problemId: string;
  /** Null: the problem has left the contest. */
  readonly label: string | null;
  readonly language: string;
  readonly entryPoint: string | null;
  readonly submittedAt: Date;
  readonly jury: boolean;
  readonly verdict: string | null;
  /** By ordinal. */
  readonly files: readonly string[];
}

/** In the order of their numbers, `limit` at most. @param after the number of the last one that is known */
export async function archivedSubmissions(
  sql: Sql,
  contest: string,
  after: number,
  limit: number,
): Promise<ArchivedSubmission[]> {
  return sql.query(
    `SELECT s.id, s.number, s.team_id AS "teamId", coalesce(t.display_name, t.name) AS team, s.problem_id AS "problemId",
       cp.label, s.language_id AS language, s.entry_point AS "entryPoint", s.submitted_at AS "submittedAt", s.jury, j.verdict,
       array(SELECT f.name FROM submission_file f WHERE f.submission_id = s.id ORDER BY f.ordinal) AS files
     FROM submission s
     LEFT JOIN team t ON t.id = s.team_id
     LEFT JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
     LEFT JOIN judging j ON j.submission_id = s.id AND j.valid
     WHERE s.contest_id = $1 AND s.number > $2 ORDER BY s.number LIMIT $3`,
    [contest, after, limit],
  );
}

/** Null: there is no such file. */
export async function archivedFile(sql: Sql, submission: string, ordinal: number): Promise<Buffer | null> {
  const [row] = await sql.query<{ content: Buffer }>(
    'SELECT content FROM submission_file WHERE submission_id = $1 ORDER BY ordinal OFFSET $2 LIMIT 1',
    [submission, ordinal],
  );
  return row?.content ?? null;
}
