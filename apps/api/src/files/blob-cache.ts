/**
 * A bounded copy of blobs on the local disk, so that a hundred judgehosts fetching the
 * same test do not read it from PostgreSQL a hundred times. May be deleted at any time.
 *
 * A file appears under its name when all of it is on the disk. Still, its name proves nothing: disks and power cuts lose
 * bytes. What an earlier process left is compared with its hash before its first use, a file of another size than it had is
 * never served, and who got other bytes than asked for may ask for a fresh look. A damaged file is fetched again.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { Log } from '../platform/lib/log.ts';
import type { BlobStore } from './blob-store.ts';

interface Entry {
  readonly bytes: number;
  usedAtMs: number;
  /** When this process last saw that its bytes fit its name, by its monotonic clock; null: not yet. */
  provenAtMs: number | null;
}

/** A caller that asks for a new check more often gets the same file: a check reads all of it. */
const freshEveryMs = 5_000;

export class BlobCache {
  readonly #store: BlobStore;
  readonly #folder: string;
  readonly #bound: number;
  readonly #log: Log;
  readonly #entries = new Map<string, Entry>();
  /** Fetches and looks under way. False: nobody ever stored such a file. */
  readonly #working = new Map<string, Promise<boolean>>();
  #bytes = 0;
  #damaged = 0;

  /** @param bound bytes on disk at most */
  constructor(store: BlobStore, folder: string, bound: number, log: Log) {
    this.#store = store;
    this.#folder = folder;
    this.#bound = bound;
    this.#log = log;
  }

  /** Files found damaged by this process. */
  get damaged(): number {
    return this.#damaged;
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
      this.#entries.set(name, { bytes: size, usedAtMs: mtimeMs, provenAtMs: null });
      this.#bytes += size;
    }
  }

  /**
   * The file as a stream with its size; null when nobody ever stored it.
   * @param fresh somebody got other bytes than its name says: look at it again before it is sent
   */
  async read(hash: string, fresh = false): Promise<{ bytes: number; stream: ReadStream } | null> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const entry = await this.#ready(hash, fresh && attempt === 0);
      if (entry === null) return null;
      const opened = await this.#openFile(hash, entry);
      if (opened !== null) return opened;
    }
    throw new Error(`the cache's copy of ${hash} is lost as often as it is made`);
  }

  /** Waits until the file is there and proven. @returns null when nobody ever stored it */
  async #ready(hash: string, fresh: boolean): Promise<Entry | null> {
    let mayProve = fresh;
    for (;;) {
      const entry = this.#entries.get(hash);
      const stale = mayProve && (entry?.provenAtMs ?? 0) < performance.now() - freshEveryMs;
      if (entry !== undefined && entry.provenAtMs !== null && !stale) return entry;
      mayProve = false;
      let work = this.#working.get(hash);
      if (work === undefined) {
        work = (entry === undefined ? this.#copy(hash) : this.#prove(hash, entry)).finally(() =>
          this.#working.delete(hash),
        );
        this.#working.set(hash, work);
      }
      if (!(await work)) return null;
    }
  }

  async #openFile(hash: string, entry: Entry): Promise<{ bytes: number; stream: ReadStream } | null> {
    const path = join(this.#folder, hash);
    let handle: FileHandle | undefined;
    try {
      // Opened before the answer: an eviction in between removes the name, not the content.
      handle = await open(path);
      const { size } = await handle.stat();
      if (size !== entry.bytes) throw new Error(`it has ${size} bytes`);
      entry.usedAtMs = Date.now();
      return { bytes: size, stream: createReadStream(path, { fd: handle, autoClose: true }) };
    } catch (error) {
      await handle?.close();
      await this.#drop(hash, entry, (error as Error).message);
      return null;
    }
  }

  /** Compares a file with its name; a damaged one is dropped. */
  async #prove(hash: string, entry: Entry): Promise<true> {
    const digest = createHash('sha256');
    try {
      for await (const chunk of createReadStream(join(this.#folder, hash))) digest.update(chunk as Buffer);
    } catch (error) {
      await this.#drop(hash, entry, (error as Error).message);
      return true;
    }
    const found = digest.digest('hex');
    if (found === hash) entry.provenAtMs = performance.now();
    else await this.#drop(hash, entry, `its SHA-256 is ${found}`);
    return true;
  }

  async #drop(hash: string, entry: Entry, reason: string): Promise<void> {
    if (this.#entries.get(hash) !== entry) return;
    this.#damaged += 1;
    this.#log.warn({ file: hash, reason }, 'a file of the cache is damaged; it is fetched again');
    this.#forget(hash);
    await rm(join(this.#folder, hash), { force: true });
  }

  async #copy(hash: string): Promise<boolean> {
    const expected = await this.#store.size(hash);
    if (expected === null) return false;
    await this.#makeRoom(expected);
    const partial = join(this.#folder, `${uuidV7()}.partial`);
    let bytes: number;
    try {
      bytes = await this.#write(hash, partial);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await rename(partial, join(this.#folder, hash));
    await syncFolder(this.#folder);
    this.#entries.set(hash, { bytes, usedAtMs: Date.now(), provenAtMs: performance.now() });
    this.#bytes += bytes;
    return true;
  }

  /** @returns its bytes */
  async #write(hash: string, path: string): Promise<number> {
    const handle = await open(path, 'wx');
    const digest = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of this.#store.chunks(hash)) {
        digest.update(chunk);
        bytes += chunk.length;
        // Not `write`, which may leave off a part on a full disk and say so to nobody.
        await handle.appendFile(chunk);
      }
      if (digest.digest('hex') !== hash)
        throw new Error(`the stored file ${hash} does not have the content its name says`);
      // Before it has its name: else a power cut may leave the name and not the bytes.
      await handle.sync();
    } finally {
      await handle.close();
    }
    return bytes;
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
