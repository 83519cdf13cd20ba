/**
 * The queues this host listens to: one for tasks that need no image, and one for each image it has, so that it is offered
 * what it can judge; each of them twice, because background tasks (rejudgings) wait apart. They share the host's slots, and
 * take nothing while the host must not.
 *
 * Background tasks leave one slot free where there is more than one, and take a slot only when live work has left it
 * free for a moment: a live task never waits for more than one piece that was begun before it came.
 */
import { certificateTrouble } from '@sandglass/client/certificate-trouble';
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

/** Live work that follows on live work takes the slot in less time than this. */
const quietMs = 150;

export class QueueWorkers {
  readonly #options: QueueWorkersOptions;
  readonly #live = new Map<string | null, JudgeWorker>();
  readonly #later = new Map<string | null, JudgeWorker>();
  #redis: RegisterAnswer['redis'] | undefined;
  #trouble = { reason: '', untilMs: 0 };
  /** Tasks at once; 0: none are taken. */
  #capacity = 0;
  /** Tasks under way. */
  #liveTasks = 0;
  #laterTasks = 0;
  /** Background tasks have to wait. */
  #held = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: QueueWorkersOptions) {
    this.#options = options;
  }

  /** Nothing when it is connected to this very server already. */
  async connect(redis: RegisterAnswer['redis']): Promise<void> {
    if (this.#redis?.url === redis.url && this.#redis.prefix === redis.prefix) return;
    await this.close();
    this.#redis = redis;
    for (const image of [null, ...this.#options.images()]) {
      this.#later.set(image, this.#start(redis, image, true));
      this.#live.set(image, this.#start(redis, image, false));
    }
  }

  async ready(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.ready()));
  }

  /** @param slots tasks at once; 0: takes nothing more, running tasks go on */
  setCapacity(slots: number): void {
    const former = this.#capacity;
    this.#capacity = slots;
    if (slots > 0) {
      for (const worker of this.#live.values()) worker.setConcurrency(slots);
      for (const worker of this.#later.values()) worker.setConcurrency(forBackground(slots));
    }
    if (slots > 0 !== former > 0) {
      this.#turn(this.#live, slots > 0);
      this.#turn(this.#later, slots > 0 && !this.#held);
    }
    this.#balance();
  }

  /** What an image's tasks wait in is left to other hosts; those that run here find out by themselves. */
  leave(image: string): void {
    for (const worker of [this.#live.get(image), this.#later.get(image)])
      if (worker !== undefined) this.#watch(worker.pause());
  }

  /** BullMQ waits for a Redis that is gone; what ran was handed back all the same, or its lease runs out. */
  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    const closed = this.#all.map((worker) => within(graceMs + closingMs, worker.close({ graceMs })));
    this.#live.clear();
    this.#later.clear();
    this.#redis = undefined;
    await Promise.all(closed);
  }

  get #all(): JudgeWorker[] {
    return [...this.#live.values(), ...this.#later.values()];
  }

  #start(redis: RegisterAnswer['redis'], image: string | null, background: boolean): JudgeWorker {
    const { name, onTask, log, startWorker = startJudgeWorker } = this.#options;
    const slots = background ? forBackground(this.#capacity) : this.#capacity;
    const worker = startWorker(redis.url, {
      prefix: redis.prefix,
      image,
      background,
      name,
      // The queue knows no zero: a host that takes nothing is paused, below.
      concurrency: Math.max(1, slots),
      onTask: async (taskId, signal) => {
        this.#count(background, 1);
        try {
          await onTask(taskId, signal);
        } finally {
          this.#count(background, -1);
        }
      },
      onError: (error, taskId) => this.#tellTrouble(error, taskId),
      onStalled: (taskId) => log.warn({ task: taskId }, 'job taken from a stalled worker'),
    });
    if (this.#capacity === 0 || (background && this.#held)) this.#watch(worker.pause());
    return worker;
  }

  #count(background: boolean, change: 1 | -1): void {
    if (background) this.#laterTasks += change;
    else this.#liveTasks += change;
    this.#balance();
  }

  /** Holds background tasks back while live ones may want the slots, and lets them go on when those have been free for a moment. */
  #balance(): void {
    const room = this.#liveTasks === 0 || this.#liveTasks + this.#laterTasks < this.#capacity;
    if (!room) {
      clearTimeout(this.#quiet);
      this.#quiet = undefined;
      if (this.#held) return;
      this.#held = true;
      this.#turn(this.#later, false);
    } else if (this.#held) {
      this.#quiet ??= setTimeout(() => {
        this.#quiet = undefined;
        this.#held = false;
        this.#turn(this.#later, this.#capacity > 0);
      }, quietMs);
    }
  }

  #turn(workers: ReadonlyMap<string | null, JudgeWorker>, on: boolean): void {
    const here = this.#options.images();
    for (const [image, worker] of workers) {
      if (!on) this.#watch(worker.pause());
      else if (image === null || here.includes(image)) this.#watch(worker.resume());
    }
  }

  #watch(change: Promise<void>): void {
    change.catch((error: unknown) => this.#options.log.warn({ reason: messageOf(error) }, 'queue trouble'));
  }

  /** A Redis that is away says so at every try to connect again: the same words are logged once in a while. */
  #tellTrouble(error: Error, taskId: string | null): void {
    const certificate = taskId === null ? certificateTrouble(error) : null;
    const reason = certificate === null ? messageOf(error) : `Redis cannot be reached: ${certificate}`;
    const now = performance.now();
    if (taskId === null && this.#trouble.reason === reason && now < this.#trouble.untilMs) return;
    this.#trouble = { reason, untilMs: now + 10_000 };
    this.#options.log.warn({ task: taskId, reason }, 'queue trouble');
  }
}

/** Slots of a host that background tasks may have at once. */
function forBackground(slots: number): number {
  return Math.max(1, slots - 1);
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
