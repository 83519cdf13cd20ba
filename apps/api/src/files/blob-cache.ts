/**
 * A bounded copy of blobs on the local disk, so that a hundred judgehosts fetching the
 * same test do not read it from PostgreSQL a hundred times. May be deleted at any time.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { BlobStore } from './blob-store.ts';

interface Entry {
  bytes: number;
  usedAtMs: number;
}

export class BlobCache {
  readonly #store: BlobStore;
  readonly #folder: string;
  readonly #bound: number;
  readonly #entries = new Map<string, Entry>();
  readonly #filling = new Map<string, Promise<boolean>>();
  #bytes = 0;

  /** @param bound bytes on disk at most */
  constructor(store: BlobStore, folder: string, bound: number) {
    this.#store = store;
    this.#folder = folder;
    this.#bound = bound;
  }

  /** Learns what an earlier process left. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (!/^[0-9a-f]{64}$/.test(name)) {
        await rm(path, { force: true });
        continue;
      }
      const { size, mtimeMs } = await stat(path);
      this.#entries.set(name, { bytes: size, usedAtMs: mtimeMs });
      this.#bytes += size;
    }
  }

  /** The file as a stream with its size; null when nobody ever stored it. */
  async read(hash: string): Promise<{ bytes: number; stream: ReadStream } | null> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (!this.#entries.has(hash) && !(await this.#fill(hash))) return null;
      const opened = await this.#openFile(hash);
      if (opened !== null) return opened;
    }
    return null;
  }

  async #openFile(hash: string): Promise<{ bytes: number; stream: ReadStream } | null> {
    const path = join(this.#folder, hash);
    try {
      // Opened before it is answered: an eviction meanwhile takes the name, not the content.
      const handle = await open(path);
      const { size } = await handle.stat();
      const entry = this.#entries.get(hash);
      if (entry !== undefined) entry.usedAtMs = Date.now();
      return { bytes: size, stream: createReadStream(path, { fd: handle, autoClose: true }) };
    } catch {
      this.#forget(hash);
      return null;
    }
  }

  #fill(hash: string): Promise<boolean> {
    const running = this.#filling.get(hash);
    if (running !== undefined) return running;
    const filling = this.#copy(hash).finally(() => this.#filling.delete(hash));
    this.#filling.set(hash, filling);
    return filling;
  }

  async #copy(hash: string): Promise<boolean> {
    const size = await this.#store.size(hash);
    if (size === null) return false;
    await this.#makeRoom(size);
    const partial = join(this.#folder, `${uuidV7()}.partial`);
    const handle = await open(partial, 'wx');
    const digest = createHash('sha256');
    try {
      for await (const chunk of this.#store.chunks(hash)) {
        digest.update(chunk);
        // Not `write`, which may leave off a part on a full disk and say so to nobody.
        await handle.appendFile(chunk);
      }
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    if (digest.digest('hex') !== hash) {
      await rm(partial, { force: true });
      throw new Error(`the stored file ${hash} does not have the content its name says`);
    }
    await rename(partial, join(this.#folder, hash));
    this.#entries.set(hash, { bytes: size, usedAtMs: Date.now() });
    this.#bytes += size;
    return true;
  }

  async #makeRoom(bytes: number): Promise<void> {
    if (this.#bytes + bytes <= this.#bound) return;
    const oldest = [...this.#entries].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    for (const [hash] of oldest) {
      if (this.#bytes + bytes <= this.#bound) return;
      this.#forget(hash);
      await rm(join(this.#folder, hash), { force: true });
    }
  }

  #forget(hash: string): void {
    const entry = this.#entries.get(hash);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(hash);
  }

  /** Keeps the order of use for the next process. */
  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#entries].map(([hash, entry]) =>
        utimes(join(this.#folder, hash), entry.usedAtMs / 1000, entry.usedAtMs / 1000),
      ),
    );
  }
}
