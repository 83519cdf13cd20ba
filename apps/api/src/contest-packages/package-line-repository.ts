/** The rows of a contest package, as JSON that PostgreSQL itself writes and reads: no value passes through a number of JavaScript. */
import type { Sql } from '../platform/database/database.ts';
import { packagedTables, type PackagedTableName } from './package-row-conditions.ts';

const rowsAtOnce = 200;

/** What is not as it is in the database. */
function shownAs(table: PackagedTableName, withHashes: boolean): string {
  // Its place in the log of this installation says nothing elsewhere.
  if (table === 'audit_log') return `to_jsonb(t) - 'id'`;
  // The host is one of this installation; a task that it has is free again when its lease ends.
  if (table === 'judge_task') return `to_jsonb(t) || '{"judgehost_id": null}'`;
  if (table === 'account' && !withHashes) return `to_jsonb(t) || '{"password_hash": ""}'`;
  return 'to_jsonb(t)';
}

/**
 * The rows of a contest, each as one line of JSON, some at a time.
 * @param sql a snapshot: what is read of one table fits what is read of the next
 */
export async function* packagedRows(
  sql: Sql,
  contest: string,
  table: PackagedTableName,
  withHashes: boolean,
): AsyncGenerator<readonly string[]> {
  const { where, order, batch = rowsAtOnce } = packagedTables[table];
  const literal = `'${contest.replaceAll("'", "''")}'`;
  // A cursor takes no parameters by this protocol; an id has neither quotes nor backslashes in the first place.
  await sql.query(
    `DECLARE packaged NO SCROLL CURSOR FOR SELECT (${shownAs(table, withHashes)})::text AS row
     FROM ${table} t WHERE ${where.replaceAll('$1', () => literal)} ORDER BY ${order}`,
  );
  for (;;) {
    const rows = await sql.query<{ row: string }>(`FETCH ${String(batch)} FROM packaged`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < batch) break;
  }
  await sql.query('CLOSE packaged');
}

/** @param names of columns, quoted, and checked by the caller: they are a part of the statement; others have their defaults */
export async function insertRows(
  sql: Sql,
  table: PackagedTableName,
  names: string,
  lines: readonly string[],
): Promise<void> {
  await sql.query(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [`[${lines.join(',')}]`],
  );
}
