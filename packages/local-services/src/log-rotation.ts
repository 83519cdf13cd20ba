/**
 * Keeps the logs of the services within bounds: one that has grown too large is copied to NAME.log.1 and emptied, the
 * older ones move on by one, the oldest goes.
 *
 * Emptied and not renamed: PostgreSQL, Redis and ours hold the file open, and all of them append, so they go on at its new
 * beginning. What is written between the last copied byte and the emptying is lost: microseconds.
 */
import { constants } from 'node:fs';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface LogRotationOptions {
  /** A log that is larger is rotated. */
  readonly bytes?: number;
  /** So many of the older ones are kept of each. */
  readonly keep?: number;
  readonly everyMs?: number;
}

const chunkBytes = 256 * 1024;

export class LogRotation {
  readonly #folder: string;
  readonly #bytes: number;
  readonly #keep: number;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    folder: string,
    { bytes = 16 * 1024 * 1024, keep = 4, everyMs = 10_000 }: LogRotationOptions = {},
  ) {
    this.#folder = folder;
    this.#bytes = bytes;
    this.#keep = keep;
    this.#everyMs = everyMs;
  }

  open(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.look().finally(() => {
        this.#looking = undefined;
      });
    }, this.#everyMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Rotates what has grown too large. Never rejects: a full disk is no reason to end what it serves. */
  async look(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.log'))) {
      try {
        await this.#rotate(join(this.#folder, name));
      } catch {
        // Without room for the copy nothing grows either; the next look tries again.
      }
    }
  }

  async #rotate(path: string): Promise<void> {
    // The file there may have been put in place of the log: a link is not followed.
    const log = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      const { size } = await log.stat();
      if (size <= this.#bytes) return;
      const copy = `${path}.new`;
      await copyOf(log, copy);
      await this.#moveOn(path);
      await rename(copy, `${path}.1`);
      await log.truncate(0);
    } finally {
      await log.close();
    }
  }

  async #moveOn(path: string): Promise<void> {
    await rm(`${path}.${String(this.#keep)}`, { force: true });
    for (let number = this.#keep - 1; number >= 1; number -= 1) {
      await rename(`${path}.${String(number)}`, `${path}.${String(number + 1)}`).catch(() => {});
    }
  }
}

/** Until its end, where lines may be added while it is copied. Leaves nothing behind when it fails. */
async function copyOf(log: FileHandle, path: string): Promise<void> {
  await rm(path, { force: true });
  const copy = await open(path, 'wx', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await log.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      await copy.writeFile(chunk.subarray(0, bytesRead));
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}
