/**
 * The api's side of the `judge` queue: what is due goes in, in the order of its priority.
 *
 * Redis is transport. A job carries nothing but the task's id, which is also the job's id,
 * so that enqueuing twice is the same as once; everything else is fetched with the claim.
 * The api's sweep puts back everything that is lost here, with the same call.
 */
import { judgeJobSchema, type JudgeJob } from '@sandglass/contracts';
import { settledWithin } from '@sandglass/service';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { defaultPrefix, judgeJobName, queueNameOf } from './names.ts';
import { connect } from './connection.ts';

export interface QueuedTask {
  readonly taskId: string;
  /** 1 … 2²¹−1, lower first; see `queuePriority` of the domain. */
  readonly priority: number;
  /** Chroot image its host must have; null or absent: any host will do. */
  readonly image?: string | null | undefined;
  /** Leaves a slot of every host free for the others; see `isBackground` of the domain. */
  readonly background?: boolean | undefined;
  /** Restricted queues it is offered in as well: the first host that claims it has it. */
  readonly restrictedQueues?: readonly string[] | undefined;
}

export interface QueueDepth {
  /** Ready to be taken. */
  readonly waiting: number;
  /** Taken by a worker; whether it is judged is the lease's business. */
  readonly active: number;
}

export interface JudgeQueue {
  /**
   * Puts tasks into the queue. Those already in it, waiting or taken, stay as they are.
   * Rejects soon when the connection to Redis is lost; before the first one it waits.
   */
  ensureEnqueued(tasks: readonly QueuedTask[]): Promise<void>;
  /** The same, but those that wait already go to the place that is theirs by now. */
  enqueueAgain(tasks: readonly QueuedTask[]): Promise<void>;
  /**
   * Takes waiting tasks out, of every image that this process has put in. @returns those that stay, because a worker
   * has taken them
   */
  remove(taskIds: readonly string[]): Promise<string[]>;
  /**
   * Takes the copies of a task that somebody has claimed out of the common queues and these restricted queues; the
   * claimer's own copy stays.
   */
  removeCopies(taskId: string, image: string | null, restrictedQueues: readonly string[]): Promise<void>;
  /** Removes what waits in a restricted queue that no host reads any more. @param images of all contests */
  emptyRestrictedQueue(restrictedQueue: string, images: readonly string[]): Promise<void>;
  /** Of tasks without an image, background ones included. */
  depth(): Promise<QueueDepth>;
  /**
   * Has Redis know every script that workers call, by its hash: judgehosts may send none. Redis forgets them when it starts.
   */
  provideScripts(): Promise<void>;
  /** Resolves when the connection is made. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface JudgeQueueOptions {
  readonly prefix?: string;
  /** Connection trouble; the connection is made again by itself. */
  readonly onError?: (error: Error) => void;
}

/** Jobs sent in one round trip: bounded, so that a sweep of thousands does not stall Redis. */
const batchSize = 500;
/** A call for scripts while Redis is away fails this soon. */
const answerMs = 3000;
/** A queue that cannot be closed politely is left. */
const farewellMs = 2000;

/** @throws QueueError when the address is wrong; a server that is down is waited for */
export function openJudgeQueue(redisUrl: string, options: JudgeQueueOptions = {}): JudgeQueue {
  const connection = connect(redisUrl, 'fail');
  const scripts = scriptsDefinedOn(connection.client);
  const open = (name: string): Queue<JudgeJob> => {
    const made = new Queue<JudgeJob>(name, {
      connection: connection.client,
      prefix: options.prefix ?? defaultPrefix,
      defaultJobOptions: {
        // A try more is the api's decision, never the queue's.
        attempts: 1,
        // A job left behind under its id would keep the task from ever being enqueued again.
        removeOnComplete: true,
        removeOnFail: true,
      },
      // Nobody reads BullMQ's own event stream.
      streams: { events: { maxLen: 100 } },
    });
    // An 'error' event without a listener would end the process.
    made.on('error', (error) => options.onError?.(error));
    return made;
  };
  const queue = open(queueNameOf({}));
  const later = open(queueNameOf({ background: true }));
  const queues = new Map([queue, later].map((one) => [one.name, one]));
  const queueOf = (name: string): Queue<JudgeJob> => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = open(name);
    queues.set(name, made);
    return made;
  };

  const enqueue = async (batch: readonly QueuedTask[]): Promise<void> => {
    const places = batch.flatMap((task) => placesOf(task).map((name) => ({ task, name })));
    for (const [name, group] of Map.groupBy(places, (place) => place.name))
      await queueOf(name).addBulk(group.map(({ task }) => jobOf(task)));
  };

  return {
    async ensureEnqueued(tasks) {
      for (let start = 0; start < tasks.length; start += batchSize)
        await enqueue(tasks.slice(start, start + batchSize));
    },
    async enqueueAgain(tasks) {
      for (let start = 0; start < tasks.length; start += batchSize) {
        const batch = tasks.slice(start, start + batchSize);
        // The task may have become urgent since: then it waits in the other queue. A task that a worker has taken
        // stays.
        await Promise.all(
          batch.flatMap((task) =>
            [true, false].flatMap((background) =>
              placesOf({ ...task, background }).map((name) => queueOf(name).remove(task.taskId)),
            ),
          ),
        );
        await enqueue(batch);
      }
    },
    async remove(taskIds) {
      const taken: string[] = [];
      for (let start = 0; start < taskIds.length; start += batchSize) {
        const batch = taskIds.slice(start, start + batchSize);
        // 0: locked by a worker. 1: gone, whether it was there or not.
        const counts = await Promise.all(
          batch.map(async (taskId) =>
            Math.min(...(await Promise.all([...queues.values()].map((one) => one.remove(taskId))))),
          ),
        );
        taken.push(...batch.filter((_, index) => counts[index] === 0));
      }
      return taken;
    },
    async removeCopies(taskId, image, restrictedQueues) {
      await Promise.all(
        [null, ...restrictedQueues].flatMap((restrictedQueue) =>
          [false, true].map((background) =>
            queueOf(queueNameOf({ image, background, restrictedQueue })).remove(taskId),
          ),
        ),
      );
    },
    async emptyRestrictedQueue(restrictedQueue, images) {
      for (const image of [null, ...images])
        for (const background of [false, true]) {
          const left = queueOf(queueNameOf({ image, background, restrictedQueue }));
          await left.drain();
          queues.delete(left.name);
          await settledWithin(farewellMs, left.close());
        }
    },
    async depth() {
      const counts = await Promise.all(
        [queue, later].map((one) => one.getJobCounts('wait', 'prioritized', 'active')),
      );
      const sum = (...states: string[]): number =>
        counts.reduce((all, one) => all + states.reduce((some, state) => some + (one[state] ?? 0), 0), 0);
      return { waiting: sum('wait', 'prioritized'), active: sum('active') };
    },
    async provideScripts() {
      // BullMQ defines them when the connection is made for the first time: those of a worker are the same.
      const { client } = connection;
      await settledWithin(answerMs, queue.waitUntilReady());
      if (!connection.alive) throw new Error('Redis is out of reach');
      const known = (await client.script('EXISTS', ...scripts.keys())) as number[];
      const missing = [...scripts.values()].filter((_, index) => known[index] !== 1);
      await Promise.all(missing.map((lua) => client.script('LOAD', lua)));
    },
    async ready() {
      await queue.waitUntilReady();
    },
    async close() {
      await Promise.all([...queues.values()].map((one) => settledWithin(farewellMs, one.close())));
      await connection.close();
    },
  };
}

/** What will be defined on the connection, by its SHA-1. */
function scriptsDefinedOn(client: Redis): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  const define = client.defineCommand.bind(client);
  client.defineCommand = (name, definition) => {
    scripts.set(createHash('sha1').update(definition.lua).digest('hex'), definition.lua);
    define(name, definition);
  };
  return scripts;
}

/** Names of the queues it is offered in. */
function placesOf({ image, background, restrictedQueues = [] }: QueuedTask): string[] {
  return [null, ...restrictedQueues].map((restrictedQueue) =>
    queueNameOf({ image, background, restrictedQueue }),
  );
}

function jobOf(task: QueuedTask) {
  const { taskId } = judgeJobSchema.parse({ taskId: task.taskId });
  return { name: judgeJobName, data: { taskId }, opts: { jobId: taskId, priority: task.priority } } as const;
}
