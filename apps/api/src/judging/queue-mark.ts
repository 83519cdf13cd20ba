import type { Redis } from 'ioredis';

/** A key that is gone when Redis has been flushed or came up empty. */
export class QueueMark {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#key = `${prefix}:filled`;
  }

  async isThere(): Promise<boolean> {
    return (await this.#redis.exists(this.#key)) === 1;
  }

  async put(): Promise<void> {
    await this.#redis.set(this.#key, new Date().toISOString());
  }
}
