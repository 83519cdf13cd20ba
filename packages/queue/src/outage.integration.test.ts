import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { openJudgeQueue } from './judge-queue.ts';
import { startJudgeWorker } from './judge-worker.ts';

let dataFolder = '';
let redis: PrivateRedis;
beforeEach(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-outage-');
  await chmod(dataFolder, 0o755);
  redis = await startRedis({ dataFolder });
});
afterEach(async () => {
  await redis.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

describe('while Redis is away', () => {
  it('enqueuing fails soon, the worker waits, and both go on when it is back', async () => {
    const errors: string[] = [];
    const taken: string[] = [];
    const queue = openJudgeQueue(redis.url, { onError: (error) => errors.push(error.message) });
    const worker = startJudgeWorker(redis.url, {
      concurrency: 2,
      onTask: async (taskId) => {
        taken.push(taskId);
      },
      onError: (error) => errors.push(error.message),
    });
    try {
      await Promise.all([queue.ready(), worker.ready()]);
      await redis.stop();
      await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
      const taskId = randomUUID();
      await expect(queue.ensureEnqueued([{ taskId, priority: 1 }])).rejects.toThrow();
      redis = await startRedis({ dataFolder });
      await queue.ready();
      await expect
        .poll(() =>
          queue.ensureEnqueued([{ taskId, priority: 1 }]).then(
            () => 'enqueued',
            () => 'away',
          ),
        )
        .toBe('enqueued');
      await expect.poll(() => taken, { timeout: 10_000 }).toEqual([taskId]);
    } finally {
      await worker.close();
      await queue.close();
    }
  });

  it('both can be closed', async () => {
    const queue = openJudgeQueue(redis.url);
    const worker = startJudgeWorker(redis.url, { concurrency: 1, onTask: async () => {} });
    await Promise.all([queue.ready(), worker.ready()]);
    await redis.stop();
    await worker.close({ graceMs: 100 });
    await queue.close();
  }, 15_000);

  it('both can be opened and closed before it is ever there', async () => {
    await redis.stop();
    const queue = openJudgeQueue(redis.url);
    const worker = startJudgeWorker(redis.url, { concurrency: 1, onTask: async () => {} });
    await worker.close({ graceMs: 100 });
    await queue.close();
  }, 15_000);
});
