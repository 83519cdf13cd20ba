/** Which files rows refer to: the others may be removed. */
import { shareLock, takeLock } from '../platform/database/advisory-locks.ts';
import type { Sql } from '../platform/database/database.ts';

/** Columns that name a file. */
export const fileColumns = [
  'test_case.input_sha256',
  'test_case.answer_sha256',
  'statement.sha256',
  'attachment.sha256',
  'package_file.sha256',
];
/** They have different shapes, but all name a file by its 64 digits. */
export const fileDocuments = [
  'test_case.files',
  'test_case.display',
  'statement.resources',
  'jury_submission.files',
  'problem_version.validator',
  'problem_version.includes',
];

function selectFrom(place: string, expression: (column: string) => string): string {
  const [table = '', column = ''] = place.split('.');
  return `SELECT ${expression(column)} AS sha256 FROM ${table}`;
}

/** Every file that a row names. */
const referred = [
  ...fileColumns.map((place) => selectFrom(place, (column) => `${column}::text`)),
  ...fileDocuments.map((place) =>
    selectFrom(place, (column) => `(regexp_matches(${column}::text, '[0-9a-f]{64}', 'g'))[1]`),
  ),
].join(' UNION ');

/** Removes files that nothing refers to and that were last wanted so long ago, `limit` at most. @returns their sizes */
export async function removeUnwanted(sql: Sql, forMs: number, limit: number): Promise<{ bytes: number }[]> {
  // A statement of its own: what the next one sees is as of after the lock.
  await takeLock(sql, 'files');
  return sql.query<{ bytes: number }>(
    `WITH referred AS MATERIALIZED (${referred}), unwanted AS (
       SELECT sha256 FROM blob b WHERE wanted_at < now() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT 1 FROM referred r WHERE r.sha256 = b.sha256::text)
       LIMIT $2 FOR UPDATE SKIP LOCKED
     ) DELETE FROM blob WHERE sha256 IN (SELECT sha256 FROM unwanted) RETURNING bytes::float8 AS bytes`,
    [forMs, limit],
  );
}

/**
 * Keeps files where they are until the transaction ends.
 * @returns those that are not there: they must be stored again before anything may name them
 */
export async function holdFiles(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  await shareLock(sql, 'files');
  const rows = await sql.query<{ sha256: string }>(
    'SELECT h AS sha256 FROM unnest($1::text[]) AS h WHERE NOT EXISTS (SELECT 1 FROM blob WHERE sha256 = h)',
    [hashes],
  );
  return rows.map(({ sha256 }) => sha256);
}
