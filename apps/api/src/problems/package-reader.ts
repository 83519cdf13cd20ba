/**
 * Reads problem packages beside the api's event loop: any package may take a thread's time and memory, within bounds,
 * and the api goes on answering.
 */
import { ApiError } from '../platform/errors/api-error.ts';
import { runBounded, type ThreadBounds } from '../platform/lib/bounded-thread.ts';
import type { PackageToRead, ReadPackage } from './package-reading.ts';

export type ReadingBounds = ThreadBounds;

/** The largest package (2 GiB unpacked, 20 000 files) on a slow disk, and the costliest YAML of 1 MiB. */
const defaultReadingBounds: ReadingBounds = { timeMs: 120_000, memoryMiB: 768 };

export class PackageReader {
  readonly #bounds: ReadingBounds;
  /** The end of the latest reading. Never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds: Partial<ReadingBounds> = {}) {
    this.#bounds = { ...defaultReadingBounds, ...bounds };
  }

  /**
   * One package after the other: several at once would have several times the memory. Waiting does not count.
   * @throws ApiError PROBLEM_PACKAGE_TOO_COSTLY
   */
  async read(what: PackageToRead): Promise<ReadPackage> {
    const reading = this.#last.then(() => readInThread(what, this.#bounds));
    this.#last = reading.catch(() => undefined);
    return await reading;
  }
}

function readInThread(data: PackageToRead, bounds: ReadingBounds): Promise<ReadPackage> {
  return runBounded({
    script: new URL('./package-reader-thread.ts', import.meta.url),
    name: 'package reading',
    data,
    bounds,
    tooCostly,
  });
}

function tooCostly(limit: string): ApiError {
  return new ApiError('PROBLEM_PACKAGE_TOO_COSTLY', { limit });
}
