import type { Sql } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { OriginalFile, VersionContent } from './version-content.ts';

/** Makes the problem where there is none, and locks it. @returns its current version, and the number of the next */
export async function lockProblem(
  sql: Sql,
  id: string,
): Promise<{ current: { id: string; number: number; hash: string } | null; next: number }> {
  await sql.query('INSERT INTO problem (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id]);
  await sql.query('SELECT 1 FROM problem WHERE id = $1 FOR UPDATE', [id]);
  // A statement of its own: what it sees is as of after the lock.
  const versions = await sql.query<{ id: string; number: number; hash: string; current: boolean }>(
    `SELECT v.id, v.number, v.package_hash AS hash, coalesce(v.id = p.current_version_id, false) AS current
     FROM problem p JOIN problem_version v ON v.problem_id = p.id WHERE p.id = $1`,
    [id],
  );
  return {
    current: versions.find(({ current }) => current) ?? null,
    next: Math.max(0, ...versions.map(({ number }) => number)) + 1,
  };
}

/** The files of the package that a version was made of, in place of those that it has. */
export async function replacePackageFiles(
  sql: Sql,
  version: string,
  originals: readonly OriginalFile[],
): Promise<void> {
  await sql.query('DELETE FROM package_file WHERE version_id = $1', [version]);
  await sql.query(
    `INSERT INTO package_file (version_id, path, sha256, bytes, executable)
     SELECT $1::uuid, name, sha256, bytes, executable
     FROM jsonb_to_recordset($2::jsonb) AS r(name text, sha256 text, bytes int8, executable bool)`,
    [version, JSON.stringify(originals)],
  );
}

/** Writes a new version with everything below it and makes it the current one. @returns its id */
export async function insertVersion(
  sql: Sql,
  problemId: string,
  number: number,
  hash: string,
  bytes: number,
  content: VersionContent,
): Promise<string> {
  const id = uuidV7();
  await sql.query(
    `INSERT INTO problem_version (id, problem_id, number, package_hash, format, name, names, limits, time_limit_ms, validator, allowed_languages, bytes, kind, includes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      problemId,
      number,
      hash,
      content.format,
      content.name,
      JSON.stringify(content.names),
      JSON.stringify(content.limits),
      Math.round(content.limits.timeLimitMs),
      JSON.stringify(content.validator),
      content.allowedLanguages,
      bytes,
      JSON.stringify(content.kind),
      JSON.stringify(content.includes),
    ],
  );
  const rows = (table: string, columns: string, types: string, values: readonly object[]): Promise<unknown> =>
    sql.query(
      `INSERT INTO ${table} (version_id, ${columns}) SELECT $1::uuid, ${columns} FROM jsonb_to_recordset($2::jsonb) AS r(${types})`,
      [id, JSON.stringify(values)],
    );
  await rows(
    'test_case',
    'ordinal, name, "group", is_sample, input_sha256, input_bytes, answer_sha256, answer_bytes, flags, args, files, display, description',
    'ordinal int, name text, "group" text, is_sample bool, input_sha256 text, input_bytes int8, answer_sha256 text, answer_bytes int8, flags text[], args text[], files jsonb, display jsonb, description text',
    content.tests.map((test, ordinal) => ({
      ordinal,
      name: test.name,
      group: test.group,
      is_sample: test.isSample,
      input_sha256: test.input.sha256,
      input_bytes: test.input.bytes,
      answer_sha256: test.answer.sha256,
      answer_bytes: test.answer.bytes,
      flags: test.flags,
      args: test.args,
      files: test.files,
      display: test.display,
      description: test.description,
    })),
  );
  await rows(
    'statement',
    'language, format, sha256, bytes, resources',
    'language text, format text, sha256 text, bytes int, resources jsonb',
    content.statements.map(({ language, format, file, resources }) => ({
      language,
      format,
      sha256: file.sha256,
      bytes: file.bytes,
      resources,
    })),
  );
  await rows('attachment', 'name, sha256, bytes', 'name text, sha256 text, bytes int8', content.attachments);
  await rows(
    'jury_submission',
    'path, language, entry_point, expected, files',
    'path text, language text, entry_point text, expected text[], files jsonb',
    content.jurySubmissions.map(({ entryPoint, ...submission }) => ({
      ...submission,
      entry_point: entryPoint,
    })),
  );
  await sql.query('UPDATE problem SET current_version_id = $2 WHERE id = $1', [problemId, id]);
  return id;
}
