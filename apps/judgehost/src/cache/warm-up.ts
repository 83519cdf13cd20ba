/**
 * Test data ahead of time: when a contest approaches, or the jury asks for it, its files are fetched into the cache, a
 * few at a time, so that the first submissions do not wait for hundreds of megabytes on every host at once.
 */
import type { FileReference, WarmUpFigures, WarmUpOrder } from '@sandglass/contracts';
import type { ApiClient } from '../api/api-client.ts';
import { sleep } from '../api/backoff.ts';
import { messageOf } from '../platform/errors.ts';
import type { FileCache } from './file-cache.ts';
import type { Log } from '../platform/log.ts';

export interface WarmUpsOptions {
  readonly api: Pick<ApiClient, 'contestFiles'>;
  readonly cache: Pick<FileCache, 'acquire'>;
  readonly cacheBytes: number;
  readonly log: Log;
  /** Between two tries of one that failed. */
  readonly againMs?: number;
}

/** Side by side: enough to fill a line, few enough to leave the api to submissions. */
const filesAtOnce = 3;

interface WarmUp {
  readonly figures: WarmUpFigures;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

export class WarmUps {
  readonly #options: WarmUpsOptions;
  /** By contest. */
  readonly #all = new Map<string, WarmUp>();

  constructor(options: WarmUpsOptions) {
    this.#options = options;
  }

  /** All that is wanted now: what is new is begun, what is no longer wanted is given up. */
  order(orders: readonly WarmUpOrder[]): void {
    for (const [contestId, { abort, figures }] of this.#all) {
      const order = orders.find((one) => one.contestId === contestId);
      if (order?.revision === figures.revision) continue;
      abort.abort();
      this.#all.delete(contestId);
    }
    for (const order of orders) if (!this.#all.has(order.contestId)) this.#begin(order);
  }

  get figures(): WarmUpFigures[] {
    return [...this.#all.values()].map(({ figures }) => ({ ...figures }));
  }

  async close(): Promise<void> {
    const all = [...this.#all.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  #begin({ contestId, revision }: WarmUpOrder): void {
    const abort = new AbortController();
    const figures: WarmUpFigures = {
      contestId,
      revision,
      state: 'running',
      files: 0,
      filesDone: 0,
      bytes: 0,
      bytesDone: 0,
      error: null,
    };
    this.#all.set(contestId, { figures, abort, ended: this.#run(figures, abort.signal) });
  }

  /** Never rejects. */
  async #run(figures: WarmUpFigures, signal: AbortSignal): Promise<void> {
    const { log, againMs = 60_000 } = this.#options;
    const { contestId } = figures;
    while (!signal.aborted) {
      try {
        await this.#fetchAll(figures, signal);
        if (signal.aborted) return;
        Object.assign(figures, { state: 'done', error: null });
        log.info({ contest: contestId, files: figures.files, bytes: figures.bytes }, 'test data is here');
        return;
      } catch (error) {
        if (signal.aborted) return;
        Object.assign(figures, { state: 'failed', error: messageOf(error) });
        log.warn({ contest: contestId, reason: messageOf(error) }, 'test data could not be fetched ahead');
      }
      await sleep(againMs, signal);
    }
  }

  async #fetchAll(figures: WarmUpFigures, signal: AbortSignal): Promise<void> {
    const { api, cache, cacheBytes } = this.#options;
    const files = await api.contestFiles(figures.contestId);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    Object.assign(figures, { state: 'running', files: files.length, bytes, filesDone: 0, bytesDone: 0 });
    // It would push out its own beginning.
    if (bytes > cacheBytes)
      throw new Error(
        `${String(bytes)} bytes do not fit into the cache of ${String(cacheBytes)} (SANDGLASS_CACHE_BYTES)`,
      );
    const left = [...files];
    const worker = async (): Promise<void> => {
      for (let file = left.shift(); file !== undefined && !signal.aborted; file = left.shift()) {
        await fetchOne(cache, file);
        figures.filesDone += 1;
        figures.bytesDone += file.bytes;
      }
    };
    await Promise.all(Array.from({ length: filesAtOnce }, worker));
  }
}

async function fetchOne(cache: Pick<FileCache, 'acquire'>, file: FileReference): Promise<void> {
  const cached = await cache.acquire(file);
  cached.release();
}
