import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Collector } from './testing/collector.ts';
import { task, withQueueFixture, type QueueFixture } from './testing/queue-fixture.ts';

let fixture: QueueFixture;

withQueueFixture((made) => {
  fixture = made;
});

describe('the judge queue', () => {
  it('hands out tasks in the order of their priority, and equal ones as they came', async () => {
    const judge = await fixture.queue();
    const [late, early, first, second] = [task(9), task(2), task(5), task(5)];
    await judge.ensureEnqueued([late, first, early, second]);
    expect(await judge.depth()).toEqual({ waiting: 4, active: 0 });
    const taken = new Collector<string>();
    await fixture.worker({
      onTask: async (taskId) => taken.add(taskId),
    });
    expect(await taken.take(4)).toEqual([early, first, second, late].map(({ taskId }) => taskId));
  });

  it('holds a task once, however often it is enqueued', async () => {
    const judge = await fixture.queue();
    const one = task();
    await judge.ensureEnqueued([one, one]);
    await judge.ensureEnqueued([one]);
    expect(await judge.depth()).toEqual({ waiting: 1, active: 0 });
  });

  it('gives a waiting task its new place when it is enqueued again, and leaves one that is taken', async () => {
    const judge = await fixture.queue();
    const [running, first, second] = [task(1), task(2), task(3)];
    const later = { ...task(9), background: true };
    const taken = new Collector<string>();
    const release = Promise.withResolvers<void>();
    await fixture.worker({
      onTask: async (taskId) => {
        taken.add(taskId);
        await release.promise;
      },
    });
    await judge.ensureEnqueued([running]);
    await taken.take(1);
    await judge.ensureEnqueued([first, second, later]);
    const other = await fixture.sameQueue();
    await other.enqueueAgain([running, { ...first, priority: 8 }, second, { ...later, background: false }]);
    expect(await judge.depth()).toEqual({ waiting: 3, active: 1 });
    release.resolve();
    expect(await taken.take(4)).toEqual([running, second, first, later].map(({ taskId }) => taskId));
  });

  it('takes a task again after it was done or failed: what is due is the api’s decision', async () => {
    const judge = await fixture.queue();
    const one = task();
    const taken = new Collector<string>();
    const errors = new Collector<string | null>();
    await fixture.worker({
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
    const judge = await fixture.queue();
    const [inImage, gone, plain] = [task(1), task(2), task(3)];
    const finals = { image: 'finals' };
    await judge.ensureEnqueued([{ ...inImage, ...finals }, { ...gone, ...finals }, plain]);
    expect(await judge.remove([gone.taskId])).toEqual([]);
    const [without, within] = [new Collector<string>(), new Collector<string>()];
    await fixture.worker({ onTask: async (taskId) => without.add(taskId) });
    expect(await without.take(1)).toEqual([plain.taskId]);
    await fixture.worker({ ...finals, onTask: async (taskId) => within.add(taskId) });
    expect(await within.take(1)).toEqual([inImage.taskId]);
    expect(without.items).toHaveLength(1);
  });

  it('lets waiting tasks be taken out and moved', async () => {
    const judge = await fixture.queue();
    const [gone, moved, third] = [task(1), task(8), task(5)];
    await judge.ensureEnqueued([gone, moved, third]);
    expect(await judge.remove([gone.taskId, randomUUID()])).toEqual([]);
    expect(await judge.depth()).toEqual({ waiting: 2, active: 0 });
    await judge.enqueueAgain([{ ...moved, priority: 2 }]);
    const taken = new Collector<string>();
    await fixture.worker({ onTask: async (taskId) => taken.add(taskId) });
    expect(await taken.take(2)).toEqual([moved.taskId, third.taskId]);
  });

  it('refuses a task whose id is none', async () => {
    const judge = await fixture.queue();
    await expect(judge.ensureEnqueued([{ taskId: 'a:b', priority: 1 }])).rejects.toThrow();
  });

  it('takes thousands of tasks in one call', async () => {
    const judge = await fixture.queue();
    const many = Array.from({ length: 3000 }, (_, index) => task(index + 1));
    await judge.ensureEnqueued(many);
    await judge.ensureEnqueued(many);
    expect(await judge.depth()).toEqual({ waiting: 3000, active: 0 });
    expect(await judge.remove(many.map(({ taskId }) => taskId))).toEqual([]);
    expect(await judge.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('is filled again after Redis was flushed, and the worker goes on', async () => {
    const judge = await fixture.queue();
    const started = new Collector<string>();
    const ended = new Collector<string>();
    const release = Promise.withResolvers<void>();
    await fixture.worker({
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
    await fixture.flush();
    expect(await judge.depth()).toEqual({ waiting: 0, active: 0 });
    // The sweep enqueues what is due; the running task has a lease and is not due.
    await judge.ensureEnqueued([waiting]);
    release.resolve();
    expect(await ended.take(2)).toEqual([running.taskId, waiting.taskId]);
    await judge.ensureEnqueued([running]);
    await started.take(3);
  });
});
