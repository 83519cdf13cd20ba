import type { JudgeWorker, JudgeWorkerOptions } from '@sandglass/queue';

/** A queue that a test fills by hand. */
export class HandQueue {
  options: JudgeWorkerOptions | undefined;
  paused = false;
  concurrency = 0;
  /** Resolves when the last reports have arrived. */
  allReported: () => Promise<void> = () => Promise.resolve();
  readonly #stop = new AbortController();
  readonly #tasks = new Set<Promise<void>>();

  readonly start = (_url: string, options: JudgeWorkerOptions): JudgeWorker => {
    // Background tasks are another test's subject.
    if (options.background === true) return idleWorker;
    this.options = options;
    this.concurrency = options.concurrency;
    return {
      running: 0,
      ready: () => Promise.resolve(),
      pause: () => {
        this.paused = true;
        return Promise.resolve();
      },
      resume: () => {
        this.paused = false;
        return Promise.resolve();
      },
      setConcurrency: (slots) => {
        this.concurrency = slots;
      },
      close: async () => {
        this.#stop.abort();
        await Promise.allSettled(this.#tasks);
      },
    };
  };

  /** Resolves when the task has left its slot and the api knows of its end. */
  async push(taskId: string): Promise<void> {
    const task = this.options?.onTask(taskId, this.#stop.signal) ?? Promise.reject(new Error('not started'));
    this.#tasks.add(task);
    await task;
    await this.allReported();
  }
}

const idleWorker: JudgeWorker = {
  running: 0,
  ready: () => Promise.resolve(),
  pause: () => Promise.resolve(),
  resume: () => Promise.resolve(),
  setConcurrency: () => {},
  close: () => Promise.resolve(),
};
