import type { JudgeWorker, JudgeWorkerOptions } from '@sandglass/queue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { QueueWorkers } from './queue-workers.ts';

/** A worker that records its calls, and hands out what the test says. */
class RecordingWorker implements JudgeWorker {
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
  closings: (number | undefined)[] = [];
  close = ({ graceMs }: { graceMs?: number } = {}): Promise<void> => {
    this.closings.push(graceMs);
    // Tasks that run go on as long as they may.
    return graceMs !== undefined && graceMs > 60_000 ? new Promise(() => {}) : Promise.resolve();
  };
}

const redis = { url: 'redis://unused', prefix: 'test' };

describe('the queues of a host', () => {
  let workers: RecordingWorker[];
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
        const worker = new RecordingWorker(options);
        workers.push(worker);
        return worker;
      },
    });
    queues.setCapacity(2);
    await queues.connect(redis, null);
  });
  afterEach(async () => {
    await queues.close();
    vi.useRealTimers();
  });

  const of = (background: boolean): RecordingWorker[] =>
    workers.filter(({ options }) => (options.background ?? false) === background);
  /** Tasks each queue would begin now. */
  const room = (background: boolean): number[] =>
    of(background).map(({ paused, concurrency, running }) => (paused ? 0 : concurrency - running));

  function begin(background: boolean, taskId: string, queue = 0): void {
    const worker = of(background)[queue];
    if (worker === undefined) throw new Error('there is no such queue');
    worker.running += 1;
    void worker.options.onTask(taskId, new AbortController().signal).finally(() => {
      worker.running -= 1;
    });
  }

  async function end(taskId: string): Promise<void> {
    ends.get(taskId)?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('leave one slot to live tasks where there is more than one', () => {
    expect(room(false)).toEqual([2, 2]);
    expect(room(true)).toEqual([1, 1]);
    queues.setCapacity(8);
    expect(room(true)).toEqual([7, 7]);
    queues.setCapacity(1);
    expect(room(true)).toEqual([1, 1]);
  });

  it('have one count of slots: what one has begun is not there for the others', async () => {
    queues.setCapacity(8);
    for (let n = 0; n < 4; n += 1) begin(true, `background ${String(n)}`);
    expect(room(true)).toEqual([3, 3]);
    expect(room(false)).toEqual([4, 4]);
    for (let n = 4; n < 7; n += 1) begin(true, `background ${String(n)}`, 1);
    expect(room(true)).toEqual([0, 0]);
    expect(room(false)).toEqual([1, 1]);
    begin(false, 'live', 1);
    expect(room(false)).toEqual([0, 0]);
    await end('background 5');
    expect(room(false)).toEqual([1, 1]);
  });

  it('send back what came at the same moment for the same slot', () => {
    begin(false, 'a');
    const [first, second] = of(false);
    expect(second?.options.hasRoom?.()).toBe(true);
    begin(false, 'b');
    expect([first, second].map((worker) => worker?.options.hasRoom?.())).toEqual([false, false]);
    expect(of(true)[0]?.options.hasRoom?.()).toBe(false);
  });

  it('begin nothing on a host that has lowered itself until as many tasks have ended', async () => {
    queues.setCapacity(8);
    for (const [index, taskId] of ['a', 'b', 'c'].entries()) begin(index > 0, taskId);
    queues.setCapacity(1);
    expect([...room(false), ...room(true)].every((slots) => slots <= 0)).toBe(true);
    await end('a');
    await end('b');
    await vi.advanceTimersByTimeAsync(1000);
    expect([...room(false), ...room(true)]).toEqual([0, 0, 0, 0]);
    await end('c');
    expect(room(false)).toEqual([1, 1]);
  });

  it('let live tasks go first on a host with a single slot, also after a background task', async () => {
    queues.setCapacity(1);
    begin(true, 'background');
    expect(room(false)).toEqual([0, 0]);
    await end('background');
    expect(room(false)).toEqual([1, 1]);
    expect(room(true)).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(150);
    expect(room(true)).toEqual([1, 1]);
  });

  it('hold background tasks back while every slot has work', () => {
    begin(true, 'background');
    expect(room(true)).toEqual([0, 0]);
    expect(room(false)).toEqual([1, 1]);
    begin(false, 'live');
    expect(room(false)).toEqual([0, 0]);
  });

  it('let them go on when a slot has been free for a moment, not between two live tasks', async () => {
    begin(false, 'a');
    begin(false, 'b');
    await end('a');
    await vi.advanceTimersByTimeAsync(100);
    begin(false, 'c');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(room(true)).toEqual([0, 0]);
    await end('c');
    await vi.advanceTimersByTimeAsync(149);
    expect(room(true)).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(room(true)).toEqual([1, 1]);
  });

  it('are those of the restricted queue that the api names, and what the host has from the others goes on', async () => {
    expect(workers.map(({ options }) => options.restrictedQueue)).toEqual([null, null, null, null]);
    begin(false, 'a');
    queues.follow('kept');
    const [former, present] = [workers.slice(0, 4), workers.slice(4)];
    expect(present.map(({ options }) => options.restrictedQueue)).toEqual(['kept', 'kept', 'kept', 'kept']);
    // None is aborted before a day is over.
    expect(former.every(({ closings }) => (closings[0] ?? 0) > 3_600_000)).toBe(true);
    queues.follow('kept');
    await queues.connect(redis, 'kept');
    expect(workers).toHaveLength(8);
    // A host that stops waits for none of them any longer than for the others.
    await queues.close();
    expect(former.every(({ closings }) => closings[1] === 2000)).toBe(true);
    await end('a');
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
