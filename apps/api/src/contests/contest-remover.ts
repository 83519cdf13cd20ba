/**
 * Removes what deleted contests have left, some rows at a time: a contest with hundreds of thousands of runs neither holds
 * locks for long nor meets the time that a statement may take. One that is not done when the process ends goes on with the
 * next one. Files that nobody refers to any more are the garbage collector's.
 */
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import { deletedContests, removeSome } from './contest-life-store.ts';

const everyMs = 5_000;

export class ContestRemover {
  readonly #database: Database;
  readonly #log: Log;
  readonly #job: PeriodicJob;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#job = new PeriodicJob({
      everyMs,
      go: () => this.remove(),
      failed: 'a deleted contest keeps its rows for now',
      log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** All that there is. */
  async remove(): Promise<void> {
    for (const contest of await deletedContests(this.#database)) {
      while (!this.#job.isClosed && (await removeSome(this.#database, contest)));
      if (this.#job.isClosed) return;
      this.#log.info({ contest }, 'a deleted contest has been removed');
    }
  }
}
