/** Repeats what may be repeated while the server says that a part of it is away (503 with Retry-After). */
import { ApiError } from './api-error.ts';

/** One after another, before the person sees the error. */
const maxTries = 5;
/** What wants a longer wait is for the person to decide, ms. */
const longestWaitMs = 10_000;

/** @param send safe to be repeated: it reads, or carries a key by which the server knows it again */
export async function whenBack<Result>(
  send: () => Promise<Result>,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const waitMs = error instanceof ApiError && error.status === 503 ? error.retryAfterMs : null;
      if (waitMs === null || waitMs > longestWaitMs || attempt >= maxTries) throw error;
      await wait(waitMs * (1 + Math.random() / 4));
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
