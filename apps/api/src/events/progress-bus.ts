/**
 * Progress of running judgings, passed between api processes by Redis pub/sub. Not part
 * of the truth: a lost message is a dot that appears a moment later.
 */
import { liveMessageSchema, type LiveMessage } from '@sandglass/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { Log } from '../platform/lib/log.ts';

export type ProgressMessage = Extract<LiveMessage, { type: 'progress' }>;

/** A progress message with what decides who may see it. */
export interface Progress extends Omit<ProgressMessage, 'type' | 'testsDone'> {
  readonly contestId: string;
  readonly teamId: string | null;
  readonly jury: boolean;
  readonly testsDone: number;
  /** Ordinals of the samples: their verdicts are for the team as well. */
  readonly samples: readonly number[];
}

const wireSchema = z.object({
  origin: z.string(),
  contestId: z.string(),
  teamId: z.string().nullable(),
  jury: z.boolean(),
  testsDone: z.number().int(),
  samples: z.array(z.number().int()),
  message: liveMessageSchema,
});

export class ProgressBus {
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #channel: string;
  readonly #origin = uuidV7();
  readonly #log: Log;
  #listener: (progress: Progress) => void = () => {};
  #isWatched: () => boolean = () => false;

  /** @param subscriber a connection that does nothing else */
  constructor(publisher: Redis, subscriber: Redis, prefix: string, log: Log) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
    this.#channel = `${prefix}:progress`;
    this.#log = log;
  }

  /** @param isWatched whether anybody here waits for progress */
  listen(listener: (progress: Progress) => void, isWatched: () => boolean = () => true): void {
    this.#listener = listener;
    this.#isWatched = isWatched;
  }

  get isWatched(): boolean {
    return this.#isWatched();
  }

  /** For the readers of this process only: what every process finds out by itself. */
  publishLocally(progress: Progress): void {
    this.#listener(progress);
  }

  open(): void {
    this.#subscriber.on('message', (_channel: string, text: string) => this.#receive(text));
    // ioredis subscribes again by itself after a lost connection.
    this.#subscriber.subscribe(this.#channel).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'progress of other api processes cannot be heard');
    });
  }

  publish(progress: Progress): void {
    this.#listener(progress);
    // While Redis is away, messages must not pile up for it.
    if (this.#publisher.status !== 'ready') return;
    const { contestId, teamId, jury, samples, ...message } = progress;
    const wire = {
      origin: this.#origin,
      contestId,
      teamId,
      jury,
      samples,
      testsDone: message.testsDone,
      message: { type: 'progress', ...message },
    };
    this.#publisher.publish(this.#channel, JSON.stringify(wire)).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'progress could not be published');
    });
  }

  #receive(text: string): void {
    const parsed = wireSchema.safeParse(jsonOf(text));
    if (!parsed.success || parsed.data.origin === this.#origin || parsed.data.message.type !== 'progress')
      return;
    const { origin: _origin, message, ...rest } = parsed.data;
    this.#listener({ ...message, ...rest });
  }
}

/** Undefined when it is none: thrown in the connection's event, an error would end the process. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
