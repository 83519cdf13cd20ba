/**
 * Removes files that nothing refers to: what an import left that failed half way, or what belonged to a problem that is
 * gone.
 *
 * An import stores its files first and names them in a later transaction. Two things keep a file from being removed in
 * between. Storing it, or finding it there, renews `wanted_at`, and a file is left alone for a day after that. And the
 * transaction that names files holds a lock that the removal needs for itself alone, and looks under it whether they are
 * there ({@link holdFiles}): so a row never refers to a file that has gone, however short the time of grace.
 */
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { inBatches } from '../platform/lib/in-batches.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import { removeUnwanted } from './blob-repository.ts';

const everyMs = 3_600_000;
const graceMs = 24 * 3_600_000;
/** Files removed in one transaction: who names files waits no longer than that takes. */
const batchSize = 50;

export interface Collected {
  readonly files: number;
  readonly bytes: number;
}

export class BlobGarbageCollector {
  readonly #database: Database;
  readonly #job: PeriodicJob;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#job = new PeriodicJob({
      everyMs,
      go: async () => {
        const { files, bytes } = await this.collect();
        if (files > 0) log.info({ files, bytes }, 'files nobody refers to were removed');
      },
      failed: 'files nobody refers to are kept for now',
      log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** @param forMs how long a file must have been unwanted */
  async collect(forMs = graceMs): Promise<Collected> {
    let bytes = 0;
    const files = await inBatches(
      batchSize,
      () => this.#job.isClosed,
      async () => {
        const removed = await this.#database.transaction((sql) => removeUnwanted(sql, forMs, batchSize));
        for (const file of removed) bytes += file.bytes;
        return removed.length;
      },
    );
    return { files, bytes };
  }
}
