/**
 * A zip that is written while it is read: one file after the other, each as fast as the reader takes it, and never in memory.
 * It knows the SHA-256 of every file in it. The writer waits for the reader; a reader that is gone, or takes nothing for
 * two minutes, ends the writing.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A reader that takes nothing for longer holds a snapshot of the database for nothing, ms. */
const maxStallMs = 120_000;

export interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface AddOptions {
  readonly mtime?: Date;
  /** False: its bytes are small already, as those of a zip. */
  readonly compress?: boolean;
}

export class WrittenZip {
  readonly #zip = new ZipFile();
  readonly #files: WrittenFile[] = [];
  readonly #ended = Promise.withResolvers<never>();
  #stalled: NodeJS.Timeout | undefined;

  constructor() {
    // Nobody may be waiting when the reader goes.
    this.#ended.promise.catch(() => {});
    this.#zip.on('error', (error: Error) => this.fail(error));
    this.output.once('close', () => {
      clearTimeout(this.#stalled);
      this.#ended.reject(new Error('the reader of the zip is gone'));
    });
    this.#watch();
  }

  get output(): Readable {
    return this.#zip.outputStream as Readable;
  }

  /** All that is in it so far. */
  get files(): readonly WrittenFile[] {
    return this.#files;
  }

  /** Resolves when the reader has taken all of it. */
  async add(
    path: string,
    content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    { mtime, compress = true }: AddOptions = {},
  ): Promise<void> {
    const done = Promise.withResolvers<void>();
    const digest = createHash('sha256');
    let bytes = 0;
    const watch = (): void => this.#watch();
    async function* measured(): AsyncGenerator<Buffer> {
      try {
        for await (const part of content) {
          const chunk = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part);
          digest.update(chunk);
          bytes += chunk.length;
          watch();
          if (chunk.length > 0) yield chunk;
        }
        done.resolve();
      } catch (error) {
        done.reject(error);
        throw error;
      }
    }
    this.#zip.addReadStream(Readable.from(measured(), { objectMode: false }), path, {
      mode: 0o100644,
      compress,
      ...(mtime === undefined ? {} : { mtime }),
    });
    await Promise.race([done.promise, this.#ended.promise]);
    this.#files.push({ path, sha256: digest.digest('hex'), bytes });
  }

  addJson(path: string, value: unknown): Promise<void> {
    return this.add(path, [`${JSON.stringify(value, null, 2)}\n`]);
  }

  /** Nothing is added after it. */
  end(): void {
    this.#zip.end();
  }

  /** The reader gets a zip that is cut off, and an error where it can hear of one. */
  fail(error: Error): void {
    this.output.destroy(error);
  }

  #watch(): void {
    clearTimeout(this.#stalled);
    this.#stalled = setTimeout(() => {
      this.fail(new Error(`the reader of the zip has taken nothing for ${String(maxStallMs / 1000)} s`));
    }, maxStallMs).unref();
  }
}

/** Writes a zip in the background, for a reader. @param onError hears of every failure but that the reader has gone */
export function streamedZip(
  write: (zip: WrittenZip) => Promise<void>,
  onError: (error: Error) => void,
): Readable {
  const zip = new WrittenZip();
  void (async () => {
    try {
      await write(zip);
      zip.end();
    } catch (error) {
      if (!zip.output.destroyed) onError(error as Error);
      zip.fail(error as Error);
    }
  })();
  return zip.output;
}
