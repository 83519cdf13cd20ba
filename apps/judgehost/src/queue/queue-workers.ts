/**
 * The queues this host listens to: one for tasks that need no image, and one for each image it has, so that it is offered
 * what it can judge; each of them twice, because background tasks (rejudgings) wait apart. They share one count of slots:
 * none is taken for a task that no slot is free for, which another host might begin at once; and nothing while the host
 * must not. A host that is kept for some work reads a restricted queue instead, where it is offered nothing else.
 *
 * Background tasks leave one slot free where there is more than one, and take a slot only when live work has left it
 * free for a moment: a live task never waits for more than one task that was begun before it came.
 */
import { certificateTrouble } from '@sandglass/client/certificate-trouble';
import type { RegisterAnswer } from '@sandglass/contracts';
import { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from '@sandglass/queue';
import { within } from '@sandglass/service';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

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

/** No judging takes a day. */
const untilItEndsMs = 86_400_000;

/** Live work that follows on live work takes the slot in less time than this. */
const quietMs = 150;

/** One queue this host listens to. */
interface Line {
  readonly image: string | null;
  readonly background: boolean;
  readonly worker: JudgeWorker;
  /** Its tasks under way. */
  running: number;
  paused: boolean;
}

export class QueueWorkers {
  readonly #options: QueueWorkersOptions;
  #lines: Line[] = [];
  /** They take nothing more, and end with the tasks they have. */
  readonly #leaving = new Set<JudgeWorker>();
  #redis: RegisterAnswer['redis'] | undefined;
  #restrictedQueue: string | null = null;
  #trouble = { reason: '', untilMs: 0 };
  /** Tasks at once; 0: none are taken. */
  #capacity = 0;
  /** Tasks under way, of lines that were closed as well. */
  #liveTasks = 0;
  #laterTasks = 0;
  /** Background tasks have to wait. */
  #held = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: QueueWorkersOptions) {
    this.#options = options;
  }

  /** Only changes the restricted queue when it is connected to this very server already. */
  async connect(redis: RegisterAnswer['redis'], restrictedQueue: string | null): Promise<void> {
    if (this.#redis?.url === redis.url && this.#redis.prefix === redis.prefix) {
      this.follow(restrictedQueue);
      return;
    }
    await this.close();
    this.#redis = redis;
    this.#restrictedQueue = restrictedQueue;
    this.#startAll(redis);
  }

  /** Takes new tasks from this restricted queue; null: from the common queues. What runs goes on. */
  follow(restrictedQueue: string | null): void {
    const redis = this.#redis;
    if (redis === undefined || restrictedQueue === this.#restrictedQueue) return;
    this.#options.log.info({ restrictedQueue }, 'another restricted queue');
    this.#restrictedQueue = restrictedQueue;
    for (const { worker } of this.#lines) this.#letGo(worker);
    this.#lines = [];
    this.#startAll(redis);
  }

  #startAll(redis: RegisterAnswer['redis']): void {
    for (const image of [null, ...this.#options.images()])
      for (const background of [true, false]) this.#lines.push(this.#start(redis, image, background));
    this.#share();
  }

  #letGo(worker: JudgeWorker): void {
    this.#leaving.add(worker);
    this.#watch(worker.close({ graceMs: untilItEndsMs }).finally(() => this.#leaving.delete(worker)));
  }

  async ready(): Promise<void> {
    await Promise.all(this.#lines.map(({ worker }) => worker.ready()));
  }

  /** @param slots tasks at once, from all queues together; 0: takes nothing more, running tasks go on */
  setCapacity(slots: number): void {
    this.#capacity = slots;
    this.#balance();
  }

  /** What an image's tasks wait in is left to other hosts; those that run here find out by themselves. */
  leave(image: string): void {
    for (const line of this.#lines) if (line.image === image) this.#pause(line);
  }

  /** BullMQ waits for a Redis that is gone; what ran was handed back all the same, or its lease runs out. */
  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    const workers = [...this.#lines.map(({ worker }) => worker), ...this.#leaving];
    const closed = workers.map((worker) => within(graceMs + closingMs, worker.close({ graceMs }), undefined));
    this.#lines = [];
    this.#redis = undefined;
    await Promise.all(closed);
  }

  #start(redis: RegisterAnswer['redis'], image: string | null, background: boolean): Line {
    const { name, onTask, log, startWorker = startJudgeWorker } = this.#options;
    const worker = startWorker(redis.url, {
      prefix: redis.prefix,
      image,
      background,
      restrictedQueue: this.#restrictedQueue,
      name,
      // The queue knows no zero: a host that takes nothing is paused.
      concurrency: Math.max(1, this.#room(background)),
      // Two queues may both have had a task for the last slot.
      hasRoom: () => this.#room(background) > 0,
      onTask: async (taskId, signal) => {
        this.#count(line, 1);
        try {
          await onTask(taskId, signal);
        } finally {
          this.#count(line, -1);
        }
      },
      onError: (error, taskId) => this.#reportTrouble(error, taskId),
      onStalled: (taskId) => log.warn({ task: taskId }, 'job taken from a stalled worker'),
    });
    const line: Line = { image, background, worker, running: 0, paused: false };
    return line;
  }

  #count(line: Line, change: 1 | -1): void {
    line.running += change;
    if (line.background) this.#laterTasks += change;
    else this.#liveTasks += change;
    this.#balance();
  }

  /** Tasks of this kind that may begin now. */
  #room(background: boolean): number {
    const free = this.#capacity - this.#liveTasks - this.#laterTasks;
    if (!background) return Math.max(0, free);
    if (this.#held) return 0;
    return Math.max(0, Math.min(free, forBackground(this.#capacity) - this.#laterTasks));
  }

  /** Holds background tasks back while live ones may want the slots, and lets them go on when those have been free for a moment. */
  #balance(): void {
    const tasks = this.#liveTasks + this.#laterTasks;
    if (tasks > 0 && tasks >= this.#capacity) {
      clearTimeout(this.#quiet);
      this.#quiet = undefined;
      this.#held = true;
    } else if (this.#held) {
      this.#quiet ??= setTimeout(() => {
        this.#quiet = undefined;
        this.#held = false;
        this.#share();
      }, quietMs);
    }
    this.#share();
  }

  /** Sets for every queue what is left: as much as it has under way and the free slots. */
  #share(): void {
    const here = this.#options.images();
    for (const line of this.#lines) {
      const has = this.#capacity > 0 && (line.image === null || here.includes(line.image));
      const slots = has ? line.running + this.#room(line.background) : 0;
      if (slots === 0) {
        this.#pause(line);
        continue;
      }
      line.worker.setConcurrency(slots);
      if (!line.paused) continue;
      line.paused = false;
      this.#watch(line.worker.resume());
    }
  }

  #pause(line: Line): void {
    if (line.paused) return;
    line.paused = true;
    this.#watch(line.worker.pause());
  }

  #watch(change: Promise<void>): void {
    change.catch((error: unknown) => this.#options.log.warn({ reason: messageOf(error) }, 'queue trouble'));
  }

  /** A Redis that is away says so at every try to connect again: the same words are logged once in a while. */
  #reportTrouble(error: Error, taskId: string | null): void {
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
