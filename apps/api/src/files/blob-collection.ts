/**
 * Removes files that nothing refers to: what an import left that failed half way, or what belonged to a problem that is
 * gone.
 *
 * An import stores its files first and names them in a later transaction. Two things keep a file from being removed in
 * between. Storing it, or finding it there, renews `wanted_at`, and a file is left alone for a day after that. And the
 * transaction that names files holds a lock that the removal needs for itself alone, and looks under it whether they are
 * there ({@link holdFiles}): so a row never refers to a file that has gone, however short the time of grace.
 */
import type { Database, Sql } from '../database/database.ts';
import type { Log } from '../http/app-type.ts';
import { Rounds } from '../rounds.ts';

const everyMs = 3_600_000;
const graceMs = 24 * 3_600_000;
/** Files removed in one transaction: who names files waits no longer than that takes. */
const batchSize = 50;
/** Any number that nobody else uses for an advisory lock. */
const lock = 7_262_455;

/** Columns that name a file. */
export const fileColumns = [
  'test_case.input_sha256',
  'test_case.answer_sha256',
  'statement.sha256',
  'attachment.sha256',
];
/** Whatever their shape, a file is named in them by its 64 digits. */
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

export interface Collected {
  readonly files: number;
  readonly bytes: number;
}

export class BlobCollection {
  readonly #database: Database;
  readonly #rounds: Rounds;
  #closed = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#rounds = new Rounds({
      everyMs,
      go: async () => {
        const { files, bytes } = await this.collect();
        if (files > 0) log.info({ files, bytes }, 'files nobody refers to were removed');
      },
      failed: 'files nobody refers to are kept for now',
      log,
    });
  }

  open(): void {
    this.#rounds.open();
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#rounds.close();
  }

  /** @param forMs how long a file must have been unwanted */
  async collect(forMs = graceMs): Promise<Collected> {
    const sum = { files: 0, bytes: 0 };
    while (!this.#closed) {
      const removed = await this.#removeSome(forMs);
      sum.files += removed.length;
      for (const { bytes } of removed) sum.bytes += bytes;
      if (removed.length < batchSize) break;
    }
    return sum;
  }

  #removeSome(forMs: number): Promise<{ bytes: number }[]> {
    return this.#database.transaction(async (sql) => {
      // A statement of its own: what the next one sees is as of after the lock.
      await sql.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      return sql.query<{ bytes: number }>(
        `WITH referred AS MATERIALIZED (${referred}), unwanted AS (
           SELECT sha256 FROM blob b WHERE wanted_at < now() - $1 * interval '1 millisecond'
             AND NOT EXISTS (SELECT 1 FROM referred r WHERE r.sha256 = b.sha256::text)
           LIMIT $2 FOR UPDATE SKIP LOCKED
         ) DELETE FROM blob WHERE sha256 IN (SELECT sha256 FROM unwanted) RETURNING bytes::float8 AS bytes`,
        [forMs, batchSize],
      );
    });
  }
}

/**
 * Keeps files where they are until the transaction ends.
 * @returns those that are not there: they must be stored again before anything may name them
 */
export async function holdFiles(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  await sql.query('SELECT pg_advisory_xact_lock_shared($1)', [lock]);
  const rows = await sql.query<{ sha256: string }>(
    'SELECT h AS sha256 FROM unnest($1::text[]) AS h WHERE NOT EXISTS (SELECT 1 FROM blob WHERE sha256 = h)',
    [hashes],
  );
  return rows.map(({ sha256 }) => sha256);
}
