import type { JudgeWorker, JudgeWorkerOptions } from '@sandglass/queue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from './log.ts';
import { QueueWorkers } from './queue-workers.ts';

/** A worker that remembers what it was told, and hands out what the test says. */
class Told implements JudgeWorker {
  readonly options: JudgeWorkerOptions;
  running = 0;
  paused = false;
  concurrency: number;

  constructor(options: JudgeWorkerOptions) {
    this.options = options;
    this.concurrency = options.concurrency;
  }

  ready = (): Promise<void> => Promise.resolve();
  pause = (): Promise<void> => {
    this.paused = true;
    return Promise.resolve();
  };
  resume = (): Promise<void> => {
    this.paused = false;
    return Promise.resolve();
  };
  setConcurrency = (slots: number): void => {
    this.concurrency = slots;
  };
  close = (): Promise<void> => Promise.resolve();
}

describe('the queues of a host', () => {
  let workers: Told[];
  let queues: QueueWorkers;
  const ends = new Map<string, () => void>();

  beforeEach(async () => {
    vi.useFakeTimers();
    workers = [];
    queues = new QueueWorkers({
      name: 'judge-1',
      images: () => ['finals'],
      onTask: (taskId) =>
        new Promise((resolve) => {
          ends.set(taskId, resolve);
        }),
      log: createLog('silent', 'test'),
      startWorker: (_url, options) => {
        const worker = new Told(options);
        workers.push(worker);
        return worker;
      },
    });
    queues.setCapacity(2);
    await queues.connect({ url: 'redis://unused', prefix: 'test' });
  });
  afterEach(async () => {
    await queues.close();
    vi.useRealTimers();
  });

  const of = (background: boolean): Told[] =>
    workers.filter(({ options }) => (options.background ?? false) === background);
  const held = (): boolean[] => of(true).map(({ paused }) => paused);

  function begin(background: boolean, taskId: string): void {
    void of(background)[0]?.options.onTask(taskId, new AbortController().signal);
  }

  async function end(taskId: string): Promise<void> {
    ends.get(taskId)?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('leave one slot to live tasks where there is more than one', () => {
    expect(of(false).map(({ concurrency }) => concurrency)).toEqual([2, 2]);
    expect(of(true).map(({ concurrency }) => concurrency)).toEqual([1, 1]);
    queues.setCapacity(8);
    expect(of(true).map(({ concurrency }) => concurrency)).toEqual([7, 7]);
    queues.setCapacity(1);
    expect(of(true).map(({ concurrency }) => concurrency)).toEqual([1, 1]);
  });

  it('hold background tasks back while every slot has work', () => {
    begin(true, 'background');
    expect(held()).toEqual([false, false]);
    begin(false, 'live');
    expect(held()).toEqual([true, true]);
    expect(of(false).map(({ paused }) => paused)).toEqual([false, false]);
  });

  it('let them go on when a slot has been free for a moment, not between two live tasks', async () => {
    begin(false, 'a');
    begin(false, 'b');
    await end('a');
    await vi.advanceTimersByTimeAsync(100);
    begin(false, 'c');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(held()).toEqual([true, true]);
    await end('c');
    await vi.advanceTimersByTimeAsync(149);
    expect(held()).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1);
    expect(held()).toEqual([false, false]);
  });

  it('that take nothing keep background tasks out as well, also when a slot becomes free', async () => {
    begin(false, 'a');
    begin(false, 'b');
    queues.setCapacity(0);
    await end('a');
    await end('b');
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers.map(({ paused }) => paused)).toEqual([true, true, true, true]);
    queues.setCapacity(2);
    expect(workers.map(({ paused }) => paused)).toEqual([false, false, false, false]);
  });
});
