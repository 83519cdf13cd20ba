/**
 * The connection BullMQ works over. It is made here, not by BullMQ, because only the owner of a connection knows
 * whether Redis is there, and can give the connection up when it is not: BullMQ's own close
 * waits for a server that may never come back.
 */
import { createHash } from 'node:crypto';
import { settledWithin } from '@sandglass/service';
import { Redis } from 'ioredis';
import { redisOptions } from './redis-url.ts';

export interface QueueConnection {
  readonly client: Redis;
  readonly alive: boolean;
  /** Lets go, politely when Redis is there. Never fails. */
  close(): Promise<void>;
}

/** Longest wait for a polite farewell. */
const farewellMs = 2000;

/** How long a worker that found nothing waits for Redis to say that there is something, s. */
export const blockSeconds = 3;
/**
 * A command that has no answer for so long is on a connection that is broken: a network that drops silently, or forgets
 * connections, says nothing, and TCP itself would go on for a quarter of an hour. Longer than any command may block.
 */
const unansweredMs = 8000;

/**
 * @param commands what becomes of a command while Redis is away: it waits (a worker has
 *   nothing else to do), or fails soon (the api knows which tasks are due and tries again)
 * @throws QueueError when the address is wrong
 */
export function connect(redisUrl: string, commands: 'wait' | 'fail'): QueueConnection {
  const client = new Redis({
    ...redisOptions(redisUrl),
    maxRetriesPerRequest: commands === 'wait' ? null : 1,
    // Its own waits grow to 20 s: a contest must not wait so long after Redis is back.
    retryStrategy: (times) => Math.min(times * 100, 1000),
    connectTimeout: 5000,
    socketTimeout: unansweredMs,
  });
  if (commands === 'wait') callScriptsByHash(client);
  // BullMQ's objects report errors while they live; without any listener ioredis would print them.
  client.on('error', () => {});
  return {
    client,
    get alive() {
      return client.status === 'ready';
    },
    async close() {
      if (client.status === 'ready') await settledWithin(farewellMs, client.quit());
      client.disconnect();
    },
  };
}

/**
 * ioredis sends the whole text of a script with the first call of it over every connection. A judgehost's user may send none:
 * that call would be refused, and what it was to do not be done. A job that it was to send back would stay with its worker,
 * until Redis gives it up as stalled. Redis has the scripts (`JudgeQueue.provideScripts`), so they are called by their hash;
 * one that it has forgotten is sent all the same, by who may.
 */
function callScriptsByHash(client: Redis): void {
  const define = client.defineCommand.bind(client);
  client.defineCommand = (name, definition) => {
    // For transactions.
    define(name, definition);
    const { lua, numberOfKeys = 0 } = definition;
    const hash = createHash('sha1').update(lua).digest('hex');
    const call = async (...args: (string | string[])[]): Promise<unknown> => {
      try {
        return await client.evalsha(hash, numberOfKeys, ...args.flat());
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return client.eval(lua, numberOfKeys, ...args.flat());
      }
    };
    Object.assign(client, { [name]: call });
  };
}
