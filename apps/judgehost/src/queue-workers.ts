/**
 * The queues this host listens to: one for tasks that need no image, and one for each image it has, so that it is offered
 * what it can judge. They share the host's slots, and take nothing while the host must not.
 */
import type { RegisterAnswer } from '@sandglass/contracts';
import { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from '@sandglass/queue';
import { messageOf } from './errors.ts';
import type { Log } from './log.ts';

export type StartWorker = (redisUrl: string, options: JudgeWorkerOptions) => JudgeWorker;

export interface QueueWorkersOptions {
  /** Shown in the queue's tools. */
  readonly name: string;
  /** Images this host has now. */
  readonly images: () => readonly string[];
  readonly onTask: (taskId: string, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  readonly startWorker?: StartWorker | undefined;
}

/** Running tasks may end by themselves for this long after a SIGTERM. */
export const graceMs = 2_000;
/** What the queue's connection and the last reports get on top of it. */
export const closingMs = 2_000;

export class QueueWorkers {
  readonly #options: QueueWorkersOptions;
  readonly #workers = new Map<string | null, JudgeWorker>();
  #redis: RegisterAnswer['redis'] | undefined;
  #trouble = { reason: '', untilMs: 0 };
  /** Tasks at once; 0: none are taken. */
  #capacity = 0;

  constructor(options: QueueWorkersOptions) {
    this.#options = options;
  }

  /** Nothing when it is connected to this very server already. */
  async connect(redis: RegisterAnswer['redis']): Promise<void> {
    if (this.#redis?.url === redis.url && this.#redis.prefix === redis.prefix) return;
    await this.close();
    const { name, images, onTask, log, startWorker = startJudgeWorker } = this.#options;
    this.#redis = redis;
    for (const image of [null, ...images()]) {
      const worker = startWorker(redis.url, {
        prefix: redis.prefix,
        image,
        name,
        // The queue knows no zero: a host that takes nothing is paused, below.
        concurrency: Math.max(1, this.#capacity),
        onTask,
        onError: (error, taskId) => this.#tellTrouble(error, taskId),
        onStalled: (taskId) => log.warn({ task: taskId }, 'job taken from a stalled worker'),
      });
      this.#workers.set(image, worker);
      if (this.#capacity === 0) this.#watch(worker.pause());
    }
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => worker.ready()));
  }

  /** @param slots tasks at once; 0: takes nothing more, running tasks go on */
  setCapacity(slots: number): void {
    const former = this.#capacity;
    this.#capacity = slots;
    for (const [image, worker] of this.#workers) {
      if (slots > 0) worker.setConcurrency(slots);
      if (slots > 0 === former > 0) continue;
      if (slots === 0) this.#watch(worker.pause());
      else if (image === null || this.#options.images().includes(image)) this.#watch(worker.resume());
    }
  }

  /** What an image's tasks wait in is left to other hosts; those that run here find out by themselves. */
  leave(image: string): void {
    const worker = this.#workers.get(image);
    if (worker !== undefined) this.#watch(worker.pause());
  }

  /** BullMQ waits for a Redis that is gone; what ran was handed back all the same, or its lease runs out. */
  async close(): Promise<void> {
    const closed = [...this.#workers.values()].map((worker) =>
      within(graceMs + closingMs, worker.close({ graceMs })),
    );
    this.#workers.clear();
    this.#redis = undefined;
    await Promise.all(closed);
  }

  #watch(change: Promise<void>): void {
    change.catch((error: unknown) => this.#options.log.warn({ reason: messageOf(error) }, 'queue trouble'));
  }

  /** A Redis that is away says so at every try to connect again: the same words are logged once in a while. */
  #tellTrouble(error: Error, taskId: string | null): void {
    const reason = messageOf(error);
    const now = performance.now();
    if (taskId === null && this.#trouble.reason === reason && now < this.#trouble.untilMs) return;
    this.#trouble = { reason, untilMs: now + 10_000 };
    this.#options.log.warn({ task: taskId, reason }, 'queue trouble');
  }
}

/** Waits for `promise`, but no longer than `ms`. */
export async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
