/** What of a contest package meets what is in the database. */
import type { Sql } from '../platform/database/database.ts';
import type { PackagedTableName } from './package-row-conditions.ts';

/** Of these, those that are stored here, with their sizes. */
export async function storedFiles(
  sql: Sql,
  hashes: readonly string[],
): Promise<{ sha256: string; bytes: number }[]> {
  return sql.query('SELECT sha256, bytes::float8 AS bytes FROM blob WHERE sha256 = ANY($1) ORDER BY sha256', [
    hashes,
  ]);
}

/** Current versions of the contest's problems that were imported before the files of a package were kept. */
export async function versionsWithoutPackage(sql: Sql, contest: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT p.id FROM problem p JOIN contest_problem c ON c.problem_id = p.id
     WHERE c.contest_id = $1 AND NOT EXISTS (SELECT 1 FROM package_file f WHERE f.version_id = p.current_version_id)
     ORDER BY p.id`,
    [contest],
  );
  return rows.map(({ id }) => id);
}

/** Names of a table's columns. */
export async function columnsOf(sql: Sql, table: PackagedTableName): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Rows that are here, by the ids that people choose. */
export async function presentRows(
  sql: Sql,
  table: 'organisation' | 'team_group' | 'team' | 'person' | 'account' | 'contest' | 'problem',
  ids: readonly string[],
): Promise<{ row: Record<string, unknown> }[]> {
  return table === 'account'
    ? sql.query('SELECT to_jsonb(t) AS row FROM account t WHERE username = ANY($1)', [ids])
    : sql.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE id = ANY($1)`, [ids]);
}

/** Groups of teams that are here, in their order. */
export async function groupsOfTeams(
  sql: Sql,
  teams: readonly string[],
): Promise<{ teamId: string; groupIds: string[] }[]> {
  return sql.query(
    `SELECT team_id AS "teamId", array_agg(group_id ORDER BY ordinal, group_id) AS "groupIds"
     FROM team_group_member WHERE team_id = ANY($1) GROUP BY team_id`,
    [teams],
  );
}

export interface PresentVersion {
  readonly id: string;
  readonly problemId: string;
  readonly number: number;
  readonly hash: string;
  readonly isCurrent: boolean;
}

export async function presentVersions(sql: Sql, problems: readonly string[]): Promise<PresentVersion[]> {
  return sql.query(
    `SELECT v.id, v.problem_id AS "problemId", v.number, v.package_hash AS hash,
       coalesce(v.id = p.current_version_id, false) AS "isCurrent"
     FROM problem_version v JOIN problem p ON p.id = v.problem_id WHERE p.id = ANY($1) ORDER BY v.number`,
    [problems],
  );
}

/** How many of these submissions, judgings and rejudgings are here already. */
export async function presentIds(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM submission WHERE id = ANY($1::uuid[]))
       + (SELECT count(*) FROM judging WHERE id = ANY($1::uuid[]))
       + (SELECT count(*) FROM rejudging WHERE id = ANY($1::uuid[])))::int AS count`,
    [ids],
  );
  return row?.count ?? 0;
}

export async function setCurrentVersion(sql: Sql, problem: string, version: string): Promise<void> {
  await sql.query('UPDATE problem SET current_version_id = $2 WHERE id = $1', [problem, version]);
}

/** Tasks that were given to the queue of another installation are given to this one's. */
export async function forgetQueue(sql: Sql, contest: string): Promise<void> {
  await sql.query(
    `UPDATE judge_task SET enqueued_at = NULL WHERE state = 'due' AND judging_id IN
       (SELECT j.id FROM judging j JOIN submission s ON s.id = j.submission_id WHERE s.contest_id = $1)`,
    [contest],
  );
}

/** Every api process learns of the contest with the commit. */
export async function announceContest(sql: Sql, contest: string): Promise<void> {
  await sql.query(`SELECT pg_notify('sandglass_event', $1) IS NULL AS sent`, [contest]);
}
