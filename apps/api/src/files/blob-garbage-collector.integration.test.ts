import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { packageFiles } from '../testing/package-zip.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';
import { BlobGarbageCollector } from './blob-garbage-collector.ts';
import { fileColumns, fileDocuments, holdFiles } from './blob-repository.ts';
import { BlobStore } from './blob-store.ts';

let api: TestApi;
let database: Database;
let collection: BlobGarbageCollector;
let blobs: BlobStore;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
  collection = new BlobGarbageCollector(database, api.app.log);
  blobs = new BlobStore(database);
});

const hourMs = 3_600_000;

/** One file that nobody refers to. */
function leave(text: string): Promise<string> {
  return blobs.putBytes(Buffer.from(text));
}

async function isThere(hash: string): Promise<boolean> {
  return (await blobs.size(hash)) !== null;
}

/** As if it had last been wanted so long ago. */
async function age(hash: string, ms: number): Promise<void> {
  await database.query(
    `UPDATE blob SET wanted_at = now() - $2 * interval '1 millisecond' WHERE sha256 = $1`,
    [hash, ms],
  );
}

/** A package with a file in every place that may name one. */
function richPackage(id: string): Record<string, string> {
  return {
    ...packageFiles(id),
    'include/c/library.h': `int library_of_${id}(void);`,
    'output_validators/validate.py': `import sys # ${id}\nsys.exit(42)`,
    'data/secret/1.files/table.txt': `table of ${id}`,
    'submissions/wrong_answer/none.c': `int main() {} // ${id}`,
    'attachments/notes.txt': `notes of ${id}`,
  };
}

describe('files that nobody refers to', () => {
  it('are removed a time after they were last wanted, with all their chunks', async () => {
    const [old, young] = [await leave('old'), await leave('young')];
    await age(old, 25 * hourMs);
    await age(young, 23 * hourMs);
    expect(await collection.collect()).toEqual({ files: 1, bytes: 3 });
    expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
    const chunks = await database.query('SELECT 1 FROM blob_chunk WHERE sha256 = $1', [old]);
    expect(chunks).toEqual([]);
  });

  it('are wanted again by storing them again', async () => {
    const hash = await leave('wanted twice');
    await age(hash, 48 * hourMs);
    await leave('wanted twice');
    await collection.collect();
    expect(await isThere(hash)).toBe(true);
  });

  it('are more than fit into one step', async () => {
    await collection.collect(-1000);
    await Promise.all(Array.from({ length: 120 }, (_, index) => leave(`many ${String(index)}`)));
    expect((await collection.collect(-1000)).files).toBe(120);
  });
});

describe('files that something refers to', () => {
  it('stay for ever, in whichever place they are named', async () => {
    const answer = await api.importPackage('rich', richPackage('rich'));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await collection.collect(-1000);
    for (const text of [
      'int library_of_rich(void);',
      'table of rich',
      'notes of rich',
      'int main() {} // rich',
    ])
      expect(await isThere(sha256(text)), text).toBe(true);
    const { before } = await count();
    // The same package again finds every one of its files.
    await api.importPackage('rich-again', richPackage('rich'));
    expect((await count()).before).toBe(before);
  });

  it('may be named in these columns only', async () => {
    const named = await database.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name LIKE '%sha256%'
         AND table_name NOT IN ('blob', 'blob_chunk', 'judged_program')`,
    );
    expect(named.map(({ place }) => place).sort()).toEqual([...fileColumns].sort());
    const tables = ['test_case', 'statement', 'attachment', 'jury_submission', 'problem_version'];
    const free = ['problem_version.names', 'problem_version.limits', 'problem_version.kind'];
    const documents = await database.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'jsonb' AND table_name = ANY($1)`,
      [tables],
    );
    const places = documents.map(({ place }) => place).filter((place) => !free.includes(place));
    expect(places.sort()).toEqual([...fileDocuments].sort());
  });
});

describe('an import while files are removed', () => {
  it('names no file that has gone: the answer says which are missing', async () => {
    const hash = await leave('between storing and naming');
    await collection.collect(-1000);
    expect(await database.transaction((sql) => holdFiles(sql, [hash]))).toEqual([hash]);
  });

  it('keeps what it is about to name from a concurrent removal', async () => {
    const hash = await leave('about to be named');
    let removed: Promise<unknown> = Promise.resolve();
    await database.transaction(async (sql) => {
      expect(await holdFiles(sql, [hash])).toEqual([]);
      removed = collection.collect(-1000);
      await waitsForLock();
      await sql.query(`INSERT INTO problem (id) VALUES ('held')`);
      await sql.query(
        `INSERT INTO problem_version (id, problem_id, number, package_hash, format, name, names, limits, time_limit_ms, validator, bytes)
         VALUES (gen_random_uuid(), 'held', 1, $1, 'f', 'n', '{}', '{}', 1, $2, 1)`,
        [hash, JSON.stringify({ kind: 'custom', files: [{ name: 'a', sha256: hash, bytes: 1 }] })],
      );
    });
    await removed;
    expect(await isThere(hash)).toBe(true);
  });

  it('ends whole or not at all, with no time of grace and removals without a pause', async () => {
    const over = new AbortController();
    const removing = (async () => {
      while (!over.signal.aborted) {
        await collection.collect(20);
        await delay(5);
      }
    })();
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const id = `contended-${String(turn)}`;
      statuses.push((await api.importPackage(id, richPackage(id))).status);
    }
    over.abort();
    await removing;
    const { dangling } = await count();
    expect(dangling).toBe(0);
    // Starved at worst, never half done.
    expect(statuses.every((status) => status === 201 || status === 500)).toBe(true);
    expect((await api.importPackage('contended-0', richPackage('contended-0'))).status).toBeLessThan(300);
  });

  /** Resolves when somebody waits for an advisory lock. */
  async function waitsForLock(): Promise<void> {
    await expect
      .poll(
        async () =>
          (await api.sql.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`))
            .rowCount,
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
  }
});

/** Files there are, and tests that name one that is not there. */
async function count(): Promise<{ before: number; dangling: number }> {
  const rows = await database.query<{ before: number; dangling: number }>(
    `SELECT (SELECT count(*)::int FROM blob) AS before, (SELECT count(*)::int FROM test_case t
       WHERE NOT EXISTS (SELECT 1 FROM blob b WHERE b.sha256 = t.input_sha256)
         OR NOT EXISTS (SELECT 1 FROM blob b WHERE b.sha256 = t.answer_sha256)) AS dangling`,
  );
  return rows[0] ?? { before: 0, dangling: -1 };
}
