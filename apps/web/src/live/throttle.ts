import type { LiveMessage } from '@sandglass/contracts';

/** Passes messages on; of scoreboard messages only one per interval, the last. */
export function throttledByType(
  everyMs: number,
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
      if (timer === null) due();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      latest = null;
    },
  };
}
