import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJudgeQueue, type JudgeQueue } from './judge-queue.ts';
import { startJudgeWorker } from './judge-worker.ts';
import { redisOptions, withRedisUser } from './redis-url.ts';
import {
  workerAclRules,
  workerCommands,
  workerPassword,
  workerPasswordHash,
  workerUserName,
} from './worker-user.ts';

const prefix = 'users';
const token = 'a token of a judgehost';
const user = workerUserName('1');

let dataFolder = '';
let redis: PrivateRedis;
let admin: Redis;
let queue: JudgeQueue;

beforeAll(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-queue-');
  await chmod(dataFolder, 0o755);
  redis = await startRedis({ dataFolder, durable: false });
  admin = new Redis(redisOptions(redis.url));
  queue = openJudgeQueue(redis.url, { prefix });
  await queue.provideScripts();
});
afterAll(async () => {
  await queue?.close();
  admin?.disconnect();
  await redis?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const put = () => admin.call('ACL', 'SETUSER', user, ...workerAclRules(prefix, workerPasswordHash(token)));
const address = () => withRedisUser(redis.url, user, workerPassword(token));
const scriptsIn = async (redis: Redis): Promise<number> =>
  Number(/number_of_cached_scripts:(\d+)/.exec(await redis.info('memory'))?.[1]);
const id = (n: number) => `0190a000-0000-7000-8000-00000000000${String(n)}`;

describe('a judgehost’s own user in Redis', () => {
  it('is enough for all that a worker does, and comes back when it was made again', async () => {
    await put();
    const taken: string[] = [];
    const waiting: (() => void)[] = [];
    const until = async (count: number): Promise<void> => {
      while (taken.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    const worker = startJudgeWorker(address(), {
      prefix,
      concurrency: 2,
      // Short, so that locks are renewed and stalled jobs looked for while the test runs.
      lockMs: 300,
      onTask: async (taskId) => {
        await new Promise((resolve) => setTimeout(resolve, 350));
        taken.push(taskId);
        for (const wake of waiting.splice(0)) wake();
        if (taskId === id(2)) throw new Error('this one fails');
      },
    });
    await worker.ready();
    await queue.ensureEnqueued([1, 2, 3].map((n) => ({ taskId: id(n), priority: n })));
    await until(3);
    await worker.pause();
    worker.setConcurrency(1);
    await worker.resume();
    // What Redis does at a restart, and the api after it.
    await admin.call('ACL', 'DELUSER', user);
    await queue.ensureEnqueued([{ taskId: id(4), priority: 1 }]);
    await put();
    await until(4);
    expect(taken.at(-1)).toBe(id(4));
    await worker.close();
  });

  it('is refused nothing from its first task on, and sends one back for which it has no room', async () => {
    await put();
    const troubles: string[] = [];
    const asked: string[] = [];
    const done = Promise.withResolvers<void>();
    const worker = startJudgeWorker(address(), {
      prefix,
      concurrency: 1,
      // Of its first task; so it stays first in line.
      hasRoom: () => asked.push('room') > 1,
      onTask: async (taskId) => {
        if (asked.push(taskId) === 5) done.resolve();
      },
      onError: (error) => troubles.push(error.message),
    });
    await queue.ensureEnqueued([5, 6].map((n) => ({ taskId: id(n), priority: n })));
    await done.promise;
    await worker.close();
    expect(asked).toEqual(['room', 'room', id(5), 'room', id(6)]);
    expect(troubles).toEqual([]);
    // Nothing is left with the worker.
    expect(await queue.depth()).toEqual({ waiting: 0, active: 0 });
  });

  it('may call every command that BullMQ’s scripts call, and no script is missing from the server', async () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('bullmq')), '../esm/scripts');
    const texts = await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith('.js'))
        .map((name) => readFile(join(folder, name), 'utf8')),
    );
    const called = texts.flatMap((text) =>
      [...text.matchAll(/(?:rcall|redis\.p?call)\(\s*["'](\w+)["']/g)].map(
        (match) => match[1]?.toLowerCase() ?? '',
      ),
    );
    expect(called.length).toBeGreaterThan(500);
    expect([...new Set(called)].filter((command) => !workerCommands.includes(command))).toEqual([]);
    // They come back after anybody removes them.
    await admin.script('FLUSH');
    await queue.provideScripts();
    expect(await scriptsIn(admin)).toBeGreaterThan(30);
  });

  it('reaches nothing else', async () => {
    await put();
    const own = new Redis(redisOptions(address()));
    own.on('error', () => {});
    const refused = /NOPERM|can't access|no permissions/;
    const others: [string, ...string[]][] = [
      ['GET', `${prefix}:mark`],
      ['SET', 'anything', '1'],
      ['KEYS', '*'],
      ['SCAN', '0'],
      ['FLUSHALL'],
      ['CONFIG', 'GET', '*'],
      ['ACL', 'WHOAMI'],
      ['CLIENT', 'LIST'],
      ['SUBSCRIBE', 'anything'],
      ['EVAL', "return redis.call('get', 'anything')", '0'],
      ['EVAL', 'while true do end', '0'],
      ['EVAL_RO', 'return 1', '0'],
      ['SCRIPT', 'LOAD', 'while true do end'],
      ['SCRIPT', 'FLUSH'],
      ['FUNCTION', 'LIST'],
      ['LCS', `${prefix}:judge:a`, `${prefix}:judge:b`],
      ['SORT', `${prefix}:judge:a`],
      ['SETRANGE', `${prefix}:judge:a`, '500000000', 'x'],
      ['RANDOMKEY'],
      ['DBSIZE'],
      ['CLIENT', 'PAUSE', '1000'],
      ['CLIENT', 'KILL', 'ID', '1'],
    ];
    for (const [command, ...words] of others)
      await expect(own.call(command, ...words)).rejects.toThrow(refused);
    expect(await own.call('EXISTS', `${prefix}:judge:meta`)).toBe(1);
    own.disconnect();
  });
});
