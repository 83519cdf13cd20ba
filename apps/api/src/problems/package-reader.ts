/**
 * Reads problem packages beside the api's event loop: any package may take a thread's time and memory, within bounds,
 * and the api goes on answering.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../platform/errors/api-error.ts';
import type { PackageToRead, ReadPackage } from './package-reading.ts';

export interface ReadingBounds {
  readonly timeMs: number;
  /** Of the thread's heap. */
  readonly memoryMiB: number;
}

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

async function readInThread(what: PackageToRead, bounds: ReadingBounds): Promise<ReadPackage> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadPackage>();
  const thread = new Worker(new URL('./package-reader-thread.ts', import.meta.url), {
    workerData: what,
    name: 'package reading',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMiB },
  });
  const timer = setTimeout(() => {
    reject(tooCostly(`${bounds.timeMs / 1000} s`));
  }, bounds.timeMs);
  thread.once('message', resolve);
  thread.once('error', (error) => {
    const ranOut = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(ranOut ? tooCostly(`${bounds.memoryMiB} MiB of memory`) : error);
  });
  thread.once('exit', (code) => {
    reject(new Error(`the thread that reads a package ended without an answer (${code})`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    // It may still be writing into the folder that is removed next.
    await thread.terminate();
  }
}

function tooCostly(limit: string): ApiError {
  return new ApiError('PROBLEM_PACKAGE_TOO_COSTLY', { limit });
}
