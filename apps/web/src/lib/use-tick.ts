import { useCallback, useSyncExternalStore } from 'react';

/** One timer for everything that is drawn again at the same pace: React then draws all of it at once. */
class Pace {
  readonly #everyMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #now = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  get now(): number {
    // While nobody follows, no timer keeps it.
    if (this.#listeners.size === 0 && Date.now() - this.#now >= this.#everyMs) this.#now = Date.now();
    return this.#now;
  }

  follow(listener: () => void): () => void {
    if (this.#listeners.size === 0) {
      this.#timer = setInterval(() => {
        this.#now = Date.now();
        for (const notify of this.#listeners) notify();
      }, this.#everyMs);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearInterval(this.#timer);
    };
  }
}

const paces = new Map<number, Pace>();

function paceOf(everyMs: number): Pace {
  const pace = paces.get(everyMs) ?? new Pace(everyMs);
  paces.set(everyMs, pace);
  return pace;
}

/** Renders again every so often, for figures that grow by themselves. @returns this machine's time, ms */
export function useTick(everyMs: number): number {
  const pace = paceOf(everyMs);
  const follow = useCallback((listener: () => void) => pace.follow(listener), [pace]);
  return useSyncExternalStore(follow, () => pace.now);
}
