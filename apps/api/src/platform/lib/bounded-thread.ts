/**
 * What a stranger's file costs is spent in a thread beside the event loop, within bounds of time and memory: the api goes on
 * answering.
 */
import { Worker } from 'node:worker_threads';

export interface ThreadBounds {
  readonly timeMs: number;
  /** Of the thread's heap. */
  readonly memoryMiB: number;
}

export interface BoundedWork {
  /** A module that posts one message and ends. */
  readonly script: URL;
  readonly name: string;
  /** The script's `workerData`. */
  readonly data: unknown;
  readonly bounds: ThreadBounds;
  /** The error for work that reaches a bound, named in words. */
  readonly tooCostly: (limit: string) => Error;
}

/** @returns the message of the thread */
export async function runBounded<Message>(work: BoundedWork): Promise<Message> {
  const { script, name, data, bounds, tooCostly } = work;
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const thread = new Worker(script, {
    workerData: data,
    name,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMiB },
  });
  const timer = setTimeout(() => {
    reject(tooCostly(`${bounds.timeMs / 1000} s`));
  }, bounds.timeMs);
  thread.once('message', resolve);
  thread.once('error', (error) => {
    const ranOut = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(ranOut ? tooCostly(`${bounds.memoryMiB} MiB of memory`) : error);
  });
  thread.once('exit', (code) => {
    reject(new Error(`the thread for ${name} ended without an answer (${code})`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    // It may still be writing into a folder that is removed next.
    await thread.terminate();
  }
}
