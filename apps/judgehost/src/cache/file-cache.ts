/**
 * Test data on this host's disk, by SHA-256.
 *
 * A file is fetched once however many slots want it at the same time, checked against its name while
 * it is written, and appears under that name only when it is whole. What an earlier process left is
 * checked again before its first use: a power cut leaves files that have their name and not their bytes.
 * What has not been used for longest goes first when the bound is reached; a file in use stays.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileReference } from '@sandglass/contracts';
import { retry } from '../api/backoff.ts';
import { ApiUnreachable, JudgehostError, messageOf } from '../platform/errors.ts';
import { countAndHash, isDamaged, isDiskError, isFull } from './downloads.ts';

/**
 * Brings the bytes of a file.
 * @param fresh they came damaged before: the sender checks its own copy first
 * @throws when they cannot be had
 */
export type FetchFile = (sha256: string, signal: AbortSignal, fresh: boolean) => Promise<Readable>;

export interface CachedFile {
  readonly path: string;
  /** Says that the file is no longer used. Must be called once. */
  release(): void;
}

export interface FileCacheFigures {
  files: number;
  bytes: number;
  hits: number;
  misses: number;
  fetchedBytes: number;
  evictions: number;
}

interface Entry {
  readonly bytes: number;
  users: number;
  usedAtMs: number;
  /** Its bytes were seen to fit its name by this process. */
  verified: boolean;
}

/** A file that comes damaged this often is damaged where it comes from. */
const triesOfDamaged = 4;

/** As long as a restart of the api takes, and about as long as a lease lives without it. */
const defaultPatienceMs = 15_000;

const namePattern = /^[0-9a-f]{64}$/;

export class FileCache {
  readonly folder: string;
  readonly figures: FileCacheFigures = {
    files: 0,
    bytes: 0,
    hits: 0,
    misses: 0,
    fetchedBytes: 0,
    evictions: 0,
  };
  readonly #maxBytes: number;
  readonly #fetch: FetchFile;
  readonly #patienceMs: number;
  /** In the order of last use, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** Fetches and removals under way. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #temporary = 0;
  #trouble: string | null = null;

  private constructor(folder: string, maxBytes: number, fetch: FetchFile, patienceMs: number) {
    this.folder = folder;
    this.#patienceMs = patienceMs;
    this.#maxBytes = maxBytes;
    this.#fetch = fetch;
  }

  /**
   * Takes up what an earlier process left in `folder`.
   * @param patienceMs how long a fetch that fails is tried again
   * @throws JudgehostError `HOST_DISK`
   */
  static async open(
    folder: string,
    maxBytes: number,
    fetch: FetchFile,
    patienceMs = defaultPatienceMs,
  ): Promise<FileCache> {
    const cache = new FileCache(folder, maxBytes, fetch, patienceMs);
    try {
      // 700: only our own process reaches the files by name; a validator gets single ones by a bind.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await cache.#takeUp();
      await cache.#evict();
    } catch (error) {
      throw new JudgehostError('HOST_DISK', { folder, cause: messageOf(error) }, { cause: error });
    }
    return cache;
  }

  /**
   * The file on this disk, fetched when it is not there yet. Answers at once (no promise) when it is.
   * @throws JudgehostError `HOST_FILE_DAMAGED`, `HOST_DISK`; every error of the fetch
   */
  acquire(file: FileReference): CachedFile | Promise<CachedFile> {
    const entry = this.#entries.get(file.sha256);
    if (entry === undefined) this.figures.misses += 1;
    else this.figures.hits += 1;
    return entry?.verified === true ? this.#use(file.sha256, entry) : this.#acquireUnready(file);
  }

  /** Why the disk cannot be written, as long as it cannot; null: it can. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Forgets a file that turned out to be missing or damaged on the disk, so that it is fetched again. */
  async forget(sha256: string): Promise<void> {
    this.#drop(sha256);
    await rm(this.#path(sha256), { force: true });
  }

  /** Ends fetches under way; keeps what is on the disk, with its times of use for the next process. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#busy.values());
    await Promise.allSettled(
      [...this.#entries].map(([sha256, { usedAtMs }]) => {
        const used = new Date(usedAtMs);
        return utimes(this.#path(sha256), used, used);
      }),
    );
  }

  async #acquireUnready(file: FileReference): Promise<CachedFile> {
    const { sha256 } = file;
    for (;;) {
      const entry = this.#entries.get(sha256);
      if (entry?.verified === true) return this.#use(sha256, entry);
      let busy = this.#busy.get(sha256);
      if (busy === undefined) {
        const work = entry === undefined ? this.#bring(file) : this.#verify(sha256, entry);
        busy = work.finally(() => this.#busy.delete(sha256));
        this.#busy.set(sha256, busy);
      }
      await busy;
    }
  }

  #use(sha256: string, entry: Entry): CachedFile {
    entry.users += 1;
    entry.usedAtMs = Date.now();
    this.#entries.delete(sha256);
    this.#entries.set(sha256, entry);
    let released = false;
    return {
      path: this.#path(sha256),
      release: () => {
        if (released) return;
        released = true;
        entry.users -= 1;
      },
    };
  }

  /** Looks at the bytes of a file that an earlier process left; a damaged one is removed. */
  async #verify(sha256: string, entry: Entry): Promise<void> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(this.#path(sha256))) hash.update(chunk as Buffer);
      entry.verified = hash.digest('hex') === sha256;
    } catch {
      entry.verified = false;
    }
    if (!entry.verified) await this.forget(sha256);
  }

  /**
   * An api that restarts during the fetch is no reason to give the task up, nor is a file that came damaged: the api
   * mends its copy.
   */
  #bring(file: FileReference): Promise<void> {
    let damaged = 0;
    const mayHeal = (error: unknown): boolean => {
      if (!isDamaged(error)) return !(error instanceof JudgehostError) || error instanceof ApiUnreachable;
      damaged += 1;
      return damaged < triesOfDamaged;
    };
    return retry(() => this.#downloadWithRoom(file, damaged > 0), {
      firstMs: 50,
      longestMs: 2_000,
      totalMs: this.#patienceMs,
      signal: this.#closing.signal,
      retriable: mayHeal,
    });
  }

  /** On a disk that others have filled the oldest files make room, once. */
  async #downloadWithRoom(file: FileReference, fresh: boolean): Promise<void> {
    try {
      await this.#download(file, fresh);
    } catch (error) {
      if (!isFull(error)) throw error;
      const before = this.figures.bytes;
      await this.#evict(Math.max(0, before - Math.max(file.bytes, before / 4)));
      if (this.figures.bytes === before) throw error;
      await this.#download(file, fresh);
    }
  }

  async #download({ sha256, bytes }: FileReference, fresh: boolean): Promise<void> {
    this.#temporary += 1;
    const temporary = join(this.folder, `.${sha256}.${String(process.pid)}.${String(this.#temporary)}`);
    const hash = createHash('sha256');
    let written = 0;
    const check = countAndHash(hash, (length) => (written += length));
    try {
      const source = await this.#fetch(sha256, this.#closing.signal, fresh);
      // On the disk before it has its name. The name itself need not be: without it the file is fetched again.
      const target = createWriteStream(temporary, { mode: 0o644, flags: 'wx', flush: true });
      await pipeline(source, check, target, { signal: this.#closing.signal });
      const found = hash.digest('hex');
      if (found !== sha256) {
        const detail = `${String(written)} of ${String(bytes)} bytes, SHA-256 ${found}`;
        throw new JudgehostError('HOST_FILE_DAMAGED', { sha256, detail });
      }
      await rename(temporary, this.#path(sha256));
    } catch (error) {
      await rm(temporary, { force: true });
      if (!isDiskError(error)) throw error;
      this.#trouble = messageOf(error);
      throw new JudgehostError('HOST_DISK', { folder: this.folder, cause: this.#trouble }, { cause: error });
    }
    this.#trouble = null;
    this.figures.fetchedBytes += written;
    this.#add(sha256, { bytes: written, users: 0, usedAtMs: Date.now(), verified: true });
    await this.#evict();
  }

  async #takeUp(): Promise<void> {
    const found: { sha256: string; bytes: number; usedAtMs: number }[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (namePattern.test(name)) {
        const { size, mtimeMs } = await stat(path);
        found.push({ sha256: name, bytes: size, usedAtMs: mtimeMs });
      } else if (name.startsWith('.')) {
        // What a killed process had not finished.
        await rm(path, { force: true, recursive: true });
      }
    }
    found.sort((a, b) => a.usedAtMs - b.usedAtMs);
    for (const { sha256, bytes, usedAtMs } of found) {
      this.#add(sha256, { bytes, users: 0, usedAtMs, verified: false });
    }
  }

  #add(sha256: string, entry: Entry): void {
    this.#entries.set(sha256, entry);
    this.figures.files += 1;
    this.figures.bytes += entry.bytes;
  }

  #drop(sha256: string): void {
    const entry = this.#entries.get(sha256);
    if (entry === undefined) return;
    this.#entries.delete(sha256);
    this.figures.files -= 1;
    this.figures.bytes -= entry.bytes;
  }

  async #evict(maxBytes = this.#maxBytes): Promise<void> {
    const newest = [...this.#entries.keys()].at(-1);
    for (const [sha256, entry] of this.#entries) {
      if (this.figures.bytes <= maxBytes) return;
      // The newest file is about to be used by its caller: it stays, even above the bound.
      if (entry.users > 0 || sha256 === newest || this.#busy.has(sha256)) continue;
      this.#drop(sha256);
      this.figures.evictions += 1;
      // A caller that needs the file during the removal waits, so that its new copy is not removed.
      const removal = rm(this.#path(sha256), { force: true }).finally(() => this.#busy.delete(sha256));
      this.#busy.set(sha256, removal);
      await removal;
    }
  }

  #path(sha256: string): string {
    return join(this.folder, sha256);
  }
}
