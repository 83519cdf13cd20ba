import type { LiveMessage } from '@sandglass/contracts';

export interface ThrottleOptions {
  /** At least this long between two scoreboard messages, ms. */
  readonly everyMs: number;
  /** Hundreds of pages receive a message in the same instant: the first of a burst waits up to this long, ms. */
  readonly spreadMs: number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Passes messages on; of scoreboard messages only one per interval, the last. */
export function throttledByType(
  { everyMs, spreadMs, random = Math.random }: ThrottleOptions,
  deliver: (message: LiveMessage) => void,
): { push: (message: LiveMessage) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let latest: LiveMessage | null = null;

  function due(): void {
    timer = null;
    if (latest === null) return;
    const message = latest;
    latest = null;
    timer = setTimeout(due, everyMs);
    deliver(message);
  }

  return {
    push: (message) => {
      if (message.type !== 'scoreboard') return deliver(message);
      latest = message;
      timer ??= setTimeout(due, random() * spreadMs);
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      latest = null;
    },
  };
}
