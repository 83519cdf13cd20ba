import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { openJudgeQueue, type JudgeQueue } from './judge-queue.ts';
import { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from './judge-worker.ts';
import { redisOptions } from './redis-url.ts';

let dataFolder = '';
let redis: PrivateRedis;
let admin: Redis;

beforeAll(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-queue-');
  await chmod(dataFolder, 0o755);
  redis = await startRedis({ dataFolder, durable: false });
  admin = new Redis(redisOptions(redis.url));
});
afterAll(async () => {
  await admin.quit();
  await redis.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** What a test opened, closed in reverse. */
let opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.toReversed()) await resource.close();
  opened = [];
  await admin.flushall();
});

/** Every test has a prefix of its own. */
let prefix = '';
async function queue(): Promise<JudgeQueue> {
  prefix = `test-${randomUUID().slice(0, 8)}`;
  const made = openJudgeQueue(redis.url, { prefix });
  opened.push(made);
  await made.ready();
  return made;
}

async function worker(
  options: Partial<JudgeWorkerOptions> & Pick<JudgeWorkerOptions, 'onTask'>,
): Promise<JudgeWorker> {
  const made = startJudgeWorker(redis.url, { prefix, concurrency: 1, ...options });
  opened.push(made);
  await made.ready();
  return made;
}

/** Collects what arrives; `take(n)` resolves when n have. */
function collector<T>() {
  const items: T[] = [];
  const waiting: { count: number; resolve: (items: T[]) => void }[] = [];
  return {
    items,
    add(item: T) {
      items.push(item);
      for (const entry of waiting) if (items.length >= entry.count) entry.resolve(items);
    },
    take(count: number): Promise<T[]> {
      if (items.length >= count) return Promise.resolve(items);
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
  };
}

const task = (priority = 1) => ({ taskId: randomUUID(), priority });

describe('the judge queue', () => {
  it('hands out tasks in the order of their priority, and equal ones as they came', async () => {
    const judge = await queue();
    const [late, early, first, second] = [task(9), task(2), task(5), task(5)];
    await judge.ensureEnqueued([late, first, early, second]);
    expect(await judge.depth()).toEqual({ waiting: 4, active: 0 });
    const taken = collector<string>();
    await worker({
      onTask: async (taskId) => taken.add(taskId),
    });
    expect(await taken.take(4)).toEqual([early, first, second, late].map(({ taskId }) => taskId));
  });

  it('holds a task once, however often it is enqueued', async () => {
    const judge = await queue();
    const one = task();
    await judge.ensureEnqueued([one, one]);
    await judge.ensureEnqueued([one]);
    expect(await judge.depth()).toEqual({ waiting: 1, active: 0 });
  });

  it('gives a task that waits its new place when it is enqueued anew, and leaves one that is taken', async () => {
    const judge = await queue();
    const [running, first, second] = [task(1), task(2), task(3)];
    const later = { ...task(9), background: true };
    const taken = collector<string>();
    const release = Promise.withResolvers<void>();
    await worker({
      onTask: async (taskId) => {
        taken.add(taskId);
        await release.promise;
      },
    });
    await judge.ensureEnqueued([running]);
    await taken.take(1);
    await judge.ensureEnqueued([first, second, later]);
    // Another process, which has put nothing in.
    const other = openJudgeQueue(redis.url, { prefix });
    opened.push(other);
    await other.enqueueAnew([running, { ...first, priority: 8 }, second, { ...later, background: false }]);
    expect(await judge.depth()).toEqual({ waiting: 3, active: 1 });
    release.resolve();
    expect(await taken.take(4)).toEqual([running, second, first, later].map(({ taskId }) => taskId));
  });

  it('takes a task again after it was done or failed: what is due is the api’s decision', async () => {
    const judge = await queue();
    const one = task();
    const taken = collector<string>();
    const errors = collector<string | null>();
    await worker({
      onTask: async (taskId) => {
        taken.add(taskId);
        if (taken.items.length === 1) throw new Error('a mistake of ours');
      },
      onError: (_error, taskId) => errors.add(taskId),
    });
    await judge.ensureEnqueued([one]);
    await errors.take(1);
    expect(errors.items).toEqual([one.taskId]);
    await judge.ensureEnqueued([one]);
    await taken.take(2);
    await expect.poll(() => judge.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('offers tasks of an image to the workers of that image, and no others', async () => {
    const judge = await queue();
    const [inImage, gone, plain] = [task(1), task(2), task(3)];
    const finals = { image: 'finals' };
    await judge.ensureEnqueued([{ ...inImage, ...finals }, { ...gone, ...finals }, plain]);
    expect(await judge.remove([gone.taskId])).toEqual([]);
    const [without, within] = [collector<string>(), collector<string>()];
    await worker({ onTask: async (taskId) => without.add(taskId) });
    expect(await without.take(1)).toEqual([plain.taskId]);
    await worker({ ...finals, onTask: async (taskId) => within.add(taskId) });
    expect(await within.take(1)).toEqual([inImage.taskId]);
    expect(without.items).toHaveLength(1);
  });

  it('lets waiting tasks be taken out and moved', async () => {
    const judge = await queue();
    const [gone, moved, third] = [task(1), task(8), task(5)];
    await judge.ensureEnqueued([gone, moved, third]);
    expect(await judge.remove([gone.taskId, randomUUID()])).toEqual([]);
    expect(await judge.depth()).toEqual({ waiting: 2, active: 0 });
    await judge.reprioritise(moved.taskId, 2);
    await judge.reprioritise(randomUUID(), 2);
    const taken = collector<string>();
    await worker({ onTask: async (taskId) => taken.add(taskId) });
    expect(await taken.take(2)).toEqual([moved.taskId, third.taskId]);
  });

  it('gives out nothing while paused', async () => {
    const judge = await queue();
    await judge.pause();
    expect(await judge.isPaused()).toBe(true);
    const taken = collector<string>();
    await worker({ onTask: async (taskId) => taken.add(taskId) });
    await judge.ensureEnqueued([task(), task()]);
    expect(await judge.depth()).toEqual({ waiting: 2, active: 0 });
    expect(taken.items).toEqual([]);
    await judge.resume();
    await taken.take(2);
  });

  it('refuses a task whose id is none', async () => {
    const judge = await queue();
    await expect(judge.ensureEnqueued([{ taskId: 'a:b', priority: 1 }])).rejects.toThrow();
  });

  it('takes thousands of tasks in one call', async () => {
    const judge = await queue();
    const many = Array.from({ length: 3000 }, (_, index) => task(index + 1));
    await judge.ensureEnqueued(many);
    await judge.ensureEnqueued(many);
    expect(await judge.depth()).toEqual({ waiting: 3000, active: 0 });
    expect(await judge.remove(many.map(({ taskId }) => taskId))).toEqual([]);
    expect(await judge.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('is filled again after Redis was flushed, and the worker goes on', async () => {
    const judge = await queue();
    const started = collector<string>();
    const ended = collector<string>();
    const release = Promise.withResolvers<void>();
    await worker({
      onTask: async (taskId) => {
        started.add(taskId);
        if (started.items.length === 1) await release.promise;
        ended.add(taskId);
      },
      onError: () => {},
    });
    const [running, waiting] = [task(1), task(2)];
    await judge.ensureEnqueued([running, waiting]);
    await started.take(1);
    await admin.flushall();
    expect(await judge.depth()).toEqual({ waiting: 0, active: 0 });
    // The sweep enqueues what is due; the running task has a lease and is not due.
    await judge.ensureEnqueued([waiting]);
    release.resolve();
    expect(await ended.take(2)).toEqual([running.taskId, waiting.taskId]);
    await judge.ensureEnqueued([running]);
    await started.take(3);
  });
});

describe('a judge worker', () => {
  it('works on as many tasks at once as it has slots, and on fewer when told', async () => {
    const judge = await queue();
    const started = collector<string>();
    const ended = collector<string>();
    const gates: (() => void)[] = [];
    const host = await worker({
      concurrency: 3,
      onTask: async (taskId) => {
        await new Promise<void>((resolve) => {
          gates.push(resolve);
          started.add(taskId);
        });
        ended.add(taskId);
      },
    });
    await judge.ensureEnqueued(Array.from({ length: 5 }, () => task()));
    await started.take(3);
    expect(host.running).toBe(3);
    await expect.poll(() => judge.depth()).toEqual({ waiting: 2, active: 3 });
    host.setConcurrency(1);
    for (const open of gates.splice(0, 2)) open();
    await ended.take(2);
    await expect.poll(() => host.running).toBe(1);
    gates.shift()?.();
    await started.take(4);
    expect(host.running).toBe(1);
    gates.shift()?.();
    await started.take(5);
    gates.shift()?.();
    await ended.take(5);
  });

  it('takes more at once when it is told, though it was full', async () => {
    const judge = await queue();
    const started = collector<string>();
    const release = Promise.withResolvers<void>();
    const host = await worker({
      onTask: async (taskId) => {
        started.add(taskId);
        await release.promise;
      },
    });
    await judge.ensureEnqueued([task(), task(), task()]);
    await started.take(1);
    host.setConcurrency(3);
    await started.take(3);
    release.resolve();
  });

  it('sends a task back that it has no room for, and others get it in its turn', async () => {
    const judge = await queue();
    const taken = collector<string>();
    const asked = collector<null>();
    let room = false;
    const [first, second] = [task(1), task(2)];
    const host = await worker({
      hasRoom: () => {
        asked.add(null);
        if (!room) void host.pause();
        return room;
      },
      onTask: async (taskId) => taken.add(taskId),
    });
    await judge.ensureEnqueued([first, second]);
    await asked.take(1);
    await expect.poll(() => judge.depth()).toEqual({ waiting: 2, active: 0 });
    expect(taken.items).toEqual([]);
    room = true;
    await host.resume();
    expect(await taken.take(2)).toEqual([first.taskId, second.taskId]);
  });

  it('finishes what it runs when closed, and takes nothing more', async () => {
    const judge = await queue();
    const started = collector<string>();
    const release = Promise.withResolvers<void>();
    let finished = false;
    const host = await worker({
      onTask: async (taskId) => {
        started.add(taskId);
        await release.promise;
        finished = true;
      },
    });
    const [first, second] = [task(1), task(2)];
    await judge.ensureEnqueued([first, second]);
    await started.take(1);
    expect(await judge.remove([first.taskId])).toEqual([first.taskId]);
    const closing = host.close({ graceMs: 10_000 });
    release.resolve();
    await closing;
    expect(finished).toBe(true);
    expect(started.items).toHaveLength(1);
    expect(await judge.depth()).toEqual({ waiting: 1, active: 0 });
  });

  it('aborts what does not end within the grace', async () => {
    const judge = await queue();
    const started = collector<string>();
    const aborted = collector<string>();
    const host = await worker({
      onTask: async (taskId, signal) => {
        const stop = once(signal, 'abort');
        started.add(taskId);
        await stop;
        aborted.add(taskId);
      },
    });
    await judge.ensureEnqueued([task()]);
    await started.take(1);
    await host.close({ graceMs: 20 });
    expect(aborted.items).toHaveLength(1);
  });

  it('takes nothing while paused and goes on afterwards', async () => {
    const judge = await queue();
    const taken = collector<string>();
    const host = await worker({ onTask: async (taskId) => taken.add(taskId) });
    await host.pause();
    await judge.ensureEnqueued([task()]);
    // A fetch that was under way may still take it: then it is put back.
    await expect.poll(() => judge.depth()).toEqual({ waiting: 1, active: 0 });
    expect(taken.items).toEqual([]);
    await host.resume();
    await taken.take(1);
  });

  it('that was killed leaves its task to another one', async () => {
    const judge = await queue();
    const one = task();
    const victim = await startVictim();
    const told = once(victim, 'message');
    await judge.ensureEnqueued([one]);
    const [message] = (await told) as [string];
    expect(message).toBe(one.taskId);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const taken = collector<string>();
    const stalled = collector<string>();
    await worker({
      lockMs: 1000,
      onTask: async (taskId) => taken.add(taskId),
      onStalled: (taskId) => stalled.add(taskId),
    });
    expect(await taken.take(1)).toEqual([one.taskId]);
    expect(stalled.items).toEqual([one.taskId]);
    await expect.poll(() => judge.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('keeps a task that takes longer than the lock', async () => {
    const judge = await queue();
    const started = collector<string>();
    const ended = collector<string>();
    const onTask = async (taskId: string) => {
      started.add(taskId);
      // Time passing is what is tested here: three locks' worth of it.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      ended.add(taskId);
    };
    await worker({ lockMs: 500, onTask });
    await worker({ lockMs: 500, onTask });
    await judge.ensureEnqueued([task()]);
    await ended.take(1);
    expect(started.items).toHaveLength(1);
  });
});

/** A worker in a process of its own, that takes one task and never ends it. */
async function startVictim(): Promise<ChildProcess> {
  const victim = fork(new URL('./test-victim.ts', import.meta.url), [redis.url, prefix], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  opened.push({
    async close() {
      if (victim.exitCode === null && victim.signalCode === null) {
        victim.kill('SIGKILL');
        await once(victim, 'exit');
      }
    },
  });
  const [ready] = (await once(victim, 'message')) as [string];
  expect(ready).toBe('ready');
  return victim;
}
