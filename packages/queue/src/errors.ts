/** What can be wrong with the queue's configuration. */
import { fillTemplate } from '@sandglass/contracts';

export const queueErrorCatalogue = {
  QUEUE_REDIS_URL_INVALID: {
    template:
      'the Redis address "{url}" is wrong: {why}; right would be redis://host:6379/0, rediss://host:6379 or redis+unix:///run/redis.sock',
  },
} as const;

export type QueueErrorCode = keyof typeof queueErrorCatalogue;

/** Thrown when an address cannot be used; passwords in it are never part of the message. */
export class QueueError extends Error {
  readonly code: QueueErrorCode;

  constructor(code: QueueErrorCode, values: Readonly<Record<string, string>>) {
    super(fillTemplate(queueErrorCatalogue[code].template, values));
    this.name = 'QueueError';
    this.code = code;
  }
}
