import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Collector } from './testing/collector.ts';
import { task, withQueueFixture, type QueueFixture } from './testing/queue-fixture.ts';

let fixture: QueueFixture;

withQueueFixture((made) => {
  fixture = made;
});

describe('a judge worker', () => {
  it('works on as many tasks at once as it has slots, and on fewer when configured', async () => {
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const ended = new Collector<string>();
    const gates: (() => void)[] = [];
    const host = await fixture.worker({
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

  it('takes more at once when its limit is raised, though it was full', async () => {
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const release = Promise.withResolvers<void>();
    const host = await fixture.worker({
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
    const judge = await fixture.queue();
    const taken = new Collector<string>();
    const asked = new Collector<null>();
    let room = false;
    const [first, second] = [task(1), task(2)];
    const host = await fixture.worker({
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
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const release = Promise.withResolvers<void>();
    let finished = false;
    const host = await fixture.worker({
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
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const aborted = new Collector<string>();
    const host = await fixture.worker({
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
    const judge = await fixture.queue();
    const taken = new Collector<string>();
    const host = await fixture.worker({ onTask: async (taskId) => taken.add(taskId) });
    await host.pause();
    await judge.ensureEnqueued([task()]);
    // A fetch that was under way may still take it: then it is put back.
    await expect.poll(() => judge.depth()).toEqual({ waiting: 1, active: 0 });
    expect(taken.items).toEqual([]);
    await host.resume();
    await taken.take(1);
  });

  it('that was killed leaves its task to another one', async () => {
    const judge = await fixture.queue();
    const one = task();
    const victim = await fixture.victim();
    const first = once(victim, 'message');
    await judge.ensureEnqueued([one]);
    const [message] = (await first) as [string];
    expect(message).toBe(one.taskId);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const taken = new Collector<string>();
    const stalled = new Collector<string>();
    await fixture.worker({
      lockMs: 1000,
      onTask: async (taskId) => taken.add(taskId),
      onStalled: (taskId) => stalled.add(taskId),
    });
    expect(await taken.take(1)).toEqual([one.taskId]);
    expect(stalled.items).toEqual([one.taskId]);
    await expect.poll(() => judge.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('keeps a task that takes longer than the lock', async () => {
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const ended = new Collector<string>();
    const onTask = async (taskId: string) => {
      started.add(taskId);
      // Time passing is what is tested here: three locks' worth of it.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      ended.add(taskId);
    };
    await fixture.worker({ lockMs: 500, onTask });
    await fixture.worker({ lockMs: 500, onTask });
    await judge.ensureEnqueued([task()]);
    await ended.take(1);
    expect(started.items).toHaveLength(1);
  });
});
