/**
 * Files in PostgreSQL, by the SHA-256 of their content, in chunks of 1 MiB: one database
 * holds the whole truth, any number of api processes serve it, and none of them ever
 * holds a whole file in memory.
 */
import { createReadStream } from 'node:fs';
import type { Database } from '../platform/database/database.ts';
import { sha256 } from '../platform/lib/sha256.ts';

const chunkBytes = 1024 * 1024;

export class BlobStore {
  readonly #database: Database;
  readonly #jobs: Database;

  /** @param jobs for writing, which waits where somebody else writes the same file of a gigabyte */
  constructor(database: Database, jobs = database) {
    this.#database = database;
    this.#jobs = jobs;
  }

  /** Stores a file under its hash; one that is there already is not written again. */
  async putFile(hash: string, path: string): Promise<void> {
    if (await this.#want(hash)) return;
    await this.#put(hash, createReadStream(path, { highWaterMark: chunkBytes }));
  }

  /** @returns the hash */
  async putBytes(bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes);
    if (!(await this.#want(hash))) await this.#put(hash, chunksOf(bytes));
    return hash;
  }

  /** Somebody is about to refer to it. @returns whether it is there */
  async #want(hash: string): Promise<boolean> {
    const rows = await this.#database.query(
      'UPDATE blob SET wanted_at = now() WHERE sha256 = $1 RETURNING sha256',
      [hash],
    );
    return rows.length > 0;
  }

  /** Bytes; null when there is no such file. */
  async size(hash: string): Promise<number | null> {
    const rows = await this.#database.query<{ bytes: string }>('SELECT bytes FROM blob WHERE sha256 = $1', [
      hash,
    ]);
    return rows[0] === undefined ? null : Number(rows[0].bytes);
  }

  /** The chunks in order. */
  async *chunks(hash: string): AsyncGenerator<Buffer> {
    for (let ordinal = 0; ; ordinal += 1) {
      const rows = await this.#database.query<{ data: Buffer }>(
        'SELECT data FROM blob_chunk WHERE sha256 = $1 AND ordinal = $2',
        [hash, ordinal],
      );
      if (rows[0] === undefined) return;
      yield rows[0].data;
    }
  }

  /** The first `limit` bytes at most. */
  async head(hash: string, limit: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.chunks(hash)) {
      parts.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
    return Buffer.concat(parts).subarray(0, limit);
  }

  async #put(hash: string, data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    await this.#jobs.transaction(async (sql) => {
      const inserted = await sql.query(
        'INSERT INTO blob (sha256, bytes) VALUES ($1, 0) ON CONFLICT (sha256) DO NOTHING RETURNING sha256',
        [hash],
      );
      // Somebody else stored it in between: the insert waited for their commit.
      if (inserted.length === 0) return;
      let ordinal = 0;
      let bytes = 0;
      for await (const chunk of data) {
        await sql.query('INSERT INTO blob_chunk (sha256, ordinal, data) VALUES ($1, $2, $3)', [
          hash,
          ordinal,
          chunk,
        ]);
        ordinal += 1;
        bytes += chunk.length;
      }
      await sql.query('UPDATE blob SET bytes = $2 WHERE sha256 = $1', [hash, bytes]);
    });
  }
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
