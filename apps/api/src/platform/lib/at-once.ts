/** Much of the same work, a few at a time. */
import { availableParallelism } from 'node:os';

/** Of the thread pool that hashes passwords: libuv's default. */
const poolThreads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/** Passwords that are hashed at the same time: one on each core that this process may use, as far as the pool has threads. */
export const hashedAtOnce = Math.max(1, Math.min(availableParallelism(), poolThreads || 4));

/** The next begins when one is done. The first error ends it; what has begun goes on. */
export async function atOnce<Each>(
  all: readonly Each[],
  most: number,
  work: (one: Each) => Promise<void>,
): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: Math.min(most, all.length) }, async () => {
      for (const one of left) await work(one);
    }),
  );
}
