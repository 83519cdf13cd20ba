import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openJudgeQueue, type JudgeQueue } from '../judge-queue.ts';
import { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from '../judge-worker.ts';
import { redisOptions } from '../redis-url.ts';

/**
 * The test environment of a file of the queue's tests: a Redis of its own, empty and with a new prefix for every test.
 */
export class QueueFixture implements AsyncDisposable {
  readonly #folder: string;
  readonly #redis: PrivateRedis;
  readonly #admin: Redis;
  #prefix = '';
  /** What a test opened, closed in reverse. */
  #opened: { close(): Promise<void> }[] = [];

  private constructor(folder: string, redis: PrivateRedis) {
    this.#folder = folder;
    this.#redis = redis;
    this.#admin = new Redis(redisOptions(redis.url));
  }

  static async start(): Promise<QueueFixture> {
    const dataFolder = await mkdtemp('/tmp/sandglass-queue-');
    await chmod(dataFolder, 0o755);
    return new QueueFixture(dataFolder, await startRedis({ dataFolder, durable: false }));
  }

  /** A queue that nobody else knows. */
  queue(): Promise<JudgeQueue> {
    this.#prefix = `test-${randomUUID().slice(0, 8)}`;
    return this.sameQueue();
  }

  /** The test's queue as another process has it, which has put nothing in. */
  async sameQueue(): Promise<JudgeQueue> {
    const queue = openJudgeQueue(this.#redis.url, { prefix: this.#prefix });
    this.#opened.push(queue);
    await queue.ready();
    return queue;
  }

  async worker(
    options: Partial<JudgeWorkerOptions> & Pick<JudgeWorkerOptions, 'onTask'>,
  ): Promise<JudgeWorker> {
    const worker = startJudgeWorker(this.#redis.url, { prefix: this.#prefix, concurrency: 1, ...options });
    this.#opened.push(worker);
    await worker.ready();
    return worker;
  }

  /** A worker in a process of its own, that reports which task it took and never ends it. */
  async victim(): Promise<ChildProcess> {
    const victim = fork(new URL('./victim.ts', import.meta.url), [this.#redis.url, this.#prefix], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#opened.push({
      async close() {
        if (victim.exitCode === null && victim.signalCode === null) {
          victim.kill('SIGKILL');
          await once(victim, 'exit');
        }
      },
    });
    const [message] = (await once(victim, 'message')) as [string];
    if (message !== 'ready') throw new Error(`the process said ${message}`);
    return victim;
  }

  async flush(): Promise<void> {
    await this.#admin.flushall();
  }

  async clear(): Promise<void> {
    for (const resource of this.#opened.toReversed()) await resource.close();
    this.#opened = [];
    await this.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admin.quit();
    await this.#redis.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A task that nobody else has. */
export const task = (priority = 1) => ({ taskId: randomUUID(), priority });

/** Gives this file a test environment, from before its first test to after its last. */
export function withQueueFixture(prepare: (fixture: QueueFixture) => void): void {
  let fixture: QueueFixture | undefined;
  beforeAll(async () => {
    fixture = await QueueFixture.start();
    prepare(fixture);
  });
  afterEach(() => fixture?.clear());
  afterAll(() => fixture?.[Symbol.asyncDispose]());
}
