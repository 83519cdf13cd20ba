import type { Redis } from 'ioredis';
import type { SharedEpoch } from './queue-epoch-repository.ts';

/**
 * A key that says by which epoch the queue was filled. Gone when Redis has been flushed or came up empty; of another
 * epoch when what waits there has priorities of former days.
 */
export class QueueMark {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #restrictedQueuesKey: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#key = `${prefix}:filled`;
    this.#restrictedQueuesKey = `${prefix}:filled-restricted-queues`;
  }

  /** @returns null: the queue has lost its memory */
  async read(): Promise<string | null> {
    return this.#redis.get(this.#key);
  }

  async put(mark: string): Promise<void> {
    await this.#redis.set(this.#key, mark);
  }

  /** Those that were filled. */
  async restrictedQueues(): Promise<readonly string[]> {
    const text = (await this.#redis.get(this.#restrictedQueuesKey)) ?? '';
    return text.split(',').filter((restrictedQueue) => restrictedQueue !== '');
  }

  async putRestrictedQueues(restrictedQueues: readonly string[]): Promise<void> {
    await this.#redis.set(this.#restrictedQueuesKey, restrictedQueues.join(','));
  }
}

/** While an epoch is so new that a process may not know it yet, the mark is another: the queue is filled once more after it. */
export function markOf({ epoch, settled }: SharedEpoch): string {
  return `${String(epoch.startMs)}/${String(epoch.tickMs)}${settled ? '' : ' new'}`;
}
