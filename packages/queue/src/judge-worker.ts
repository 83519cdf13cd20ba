/**
 * The judgehost's side of the `judge` queue: as many tasks at once as there are slots.
 *
 * Taking a job is no permission to judge: the claim at the api is. So a job may come twice
 * (its worker was killed or stalled and BullMQ handed it on) and nothing is judged twice,
 * because the second claim is refused while the first one's lease lives.
 */
import { judgeJobSchema, type JudgeJob } from '@sandglass/contracts';
import { settledWithin } from '@sandglass/service';
import { WaitingError, Worker, type Job } from 'bullmq';
import { defaultPrefix, queueNameOf } from './names.ts';
import { blockSeconds, connect } from './connection.ts';

export interface JudgeWorkerOptions {
  /** Tasks at once: the number of slots. */
  readonly concurrency: number;
  /**
   * Claims and judges one task. `signal` is aborted when the worker is closed and its grace
   * is over. What it throws is reported to `onError`; the job is gone either way, because
   * the api's sweep knows what is still due.
   */
  readonly onTask: (taskId: string, signal: AbortSignal) => Promise<void>;
  /** Asked when a job has come, before `onTask`: false sends it back to the queue, at its old place, for others. */
  readonly hasRoom?: () => boolean;
  readonly onError?: (error: Error, taskId: string | null) => void;
  /** A job left the hands of a dead or stalled worker; for logs. */
  readonly onStalled?: (taskId: string) => void;
  readonly prefix?: string;
  /** Take tasks of contests that name this chroot image; null or absent: of those that name none. */
  readonly image?: string | null;
  /** Take background tasks instead of the others. */
  readonly background?: boolean;
  /** Read this restricted queue; null or absent: the common queues. */
  readonly restrictedQueue?: string | null;
  /** Shown in BullMQ's tools. */
  readonly name?: string;
  /** How long a job stays a worker's without a sign of life. Default 10 s: shorter than a lease. */
  readonly lockMs?: number;
}

export interface JudgeWorker {
  /** Tasks being worked on. */
  readonly running: number;
  ready(): Promise<void>;
  /** Takes nothing more; running tasks go on. Resolves at once. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Tasks at once from now on, those that run included. At least 1; use `pause` for none. */
  setConcurrency(slots: number): void;
  /** Takes nothing more, gives running tasks `graceMs` to end, then aborts them and waits for them. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** Redis may go away while a worker says farewell: then it is left. */
const farewellMs = 2000;

/** @throws QueueError when the address is wrong; a server that is down is waited for */
export function startJudgeWorker(redisUrl: string, options: JudgeWorkerOptions): JudgeWorker {
  const lockMs = options.lockMs ?? 10_000;
  const connection = connect(redisUrl, 'wait');
  const stopping = new AbortController();
  let running = 0;
  let paused = false;
  const idle = new Set<() => void>();

  const worker = new Worker<JudgeJob>(queueNameOf(options), work, {
    connection: connection.client,
    prefix: options.prefix ?? defaultPrefix,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    // Renewed thrice per lock, so that one slow moment of the event loop loses nothing.
    lockRenewTime: Math.floor(lockMs / 3),
    stalledInterval: Math.floor(lockMs / 2),
    // A task whose workers keep dying is bounded by the api's count of tries, not here.
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    runRetryDelay: 1000,
    drainDelay: blockSeconds,
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  worker.on('error', (error) => options.onError?.(error, null));
  worker.on('failed', (job, error) => options.onError?.(error, job?.data.taskId ?? null));
  worker.on('stalled', (jobId) => options.onStalled?.(jobId));

  async function work(job: Job<JudgeJob>, token?: string): Promise<void> {
    if (paused || options.hasRoom?.() === false) {
      // It was on its way when the pause began, or the last slot was taken: back to the queue, for others.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const { taskId } = judgeJobSchema.parse(job.data);
    running += 1;
    try {
      await options.onTask(taskId, stopping.signal);
    } finally {
      running -= 1;
      if (running === 0) for (const resolve of idle) resolve();
    }
  }

  /** Resolves when no task is worked on, whether Redis is there or not. */
  function tasksEnded(): Promise<void> {
    if (running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      idle.add(resolve);
    });
  }

  return {
    get running() {
      return running;
    },
    async ready() {
      await worker.waitUntilReady();
    },
    async pause() {
      paused = true;
      await worker.pause(true);
    },
    async resume() {
      paused = false;
      await worker.resume();
    },
    setConcurrency(slots) {
      const wakes = running >= worker.concurrency && slots > worker.concurrency && !paused;
      worker.concurrency = Math.max(1, slots);
      // A worker that was full looks at the queue again when one of its own tasks ends, or when it is resumed.
      if (wakes) worker.pause(true).then(() => (paused ? undefined : worker.resume()), nothing);
    },
    async close({ graceMs = 0 } = {}) {
      paused = true;
      await worker.pause(true);
      await settledWithin(graceMs, tasksEnded());
      stopping.abort(new Error('the judgehost is stopping'));
      await tasksEnded();
      // An orderly end: Redis receives the jobs just ended. Without Redis only force ends it.
      await settledWithin(farewellMs, worker.close(!connection.alive));
      await connection.close();
    },
  };
}

/** The worker's own event reports trouble of the connection. */
function nothing(): void {}
