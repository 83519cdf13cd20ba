/** Reads contest packages beside the event loop, one after the other: several at once would have several times the memory. */
import { ApiError } from '../platform/errors/api-error.ts';
import { runBounded, type ThreadBounds } from '../platform/lib/bounded-thread.ts';
import type { ContestPackageRead, ContestPackageToRead } from './contest-package-reading.ts';
import type { ReadContestPackage } from './read-contest-package.ts';

/** The largest package on a slow disk. */
const defaultBounds: ThreadBounds = { timeMs: 900_000, memoryMiB: 1024 };

export class ContestPackageReader {
  readonly #bounds: ThreadBounds;
  /** The end of the latest reading. Never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds: Partial<ThreadBounds> = {}) {
    this.#bounds = { ...defaultBounds, ...bounds };
  }

  /** @throws ApiError CONTEST_PACKAGE_INVALID, CONTEST_PACKAGE_TOO_COSTLY */
  async read(what: ContestPackageToRead): Promise<ReadContestPackage> {
    const reading = this.#last.then(() => this.#read(what));
    this.#last = reading.catch(() => undefined);
    return await reading;
  }

  async #read(data: ContestPackageToRead): Promise<ReadContestPackage> {
    const read = await runBounded<ContestPackageRead>({
      script: new URL('./contest-package-reader-thread.ts', import.meta.url),
      name: 'contest package reading',
      data,
      bounds: this.#bounds,
      tooCostly: (limit) => new ApiError('CONTEST_PACKAGE_TOO_COSTLY', { limit }),
    });
    if (read.kind === 'refused') throw new ApiError('CONTEST_PACKAGE_INVALID', { reason: read.reason });
    return read.content;
  }
}
