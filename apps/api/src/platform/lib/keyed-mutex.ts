/** One at a time for each key, in the order they came. Only within this process. */
import { within } from '@sandglass/service';
import { Outage } from '../errors/outage.ts';

interface Line {
  /** The end of the last in line. Never rejects. */
  last: Promise<void>;
  /** When somebody's work last came to a good end, by the monotonic clock, ms. */
  movedAtMs: number;
}

export class KeyedMutex {
  readonly #lines = new Map<string, Line>();
  readonly #patienceMs: number;

  /** @param patienceMs how long anybody waits in a line in which nothing succeeds: else everybody's waits for what is away would add up */
  constructor(patienceMs = 4_000) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Does `work` when the caller before with the same key is done, with or without an error.
   * @throws Outage when the line does not move for too long; then `work` is not begun
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#lines.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const line = known ?? { last: done, movedAtMs: 0 };
    const before = known?.last;
    line.last = done;
    this.#lines.set(key, line);
    const leave = (): void => {
      resolve();
      if (line.last === done) this.#lines.delete(key);
    };
    if (before !== undefined && !(await this.#inTime(before, line))) {
      // The next caller still waits for those before.
      void before.then(leave);
      throw new Outage('database', `nothing before it succeeded within ${this.#patienceMs} ms`);
    }
    try {
      const result = await work();
      line.movedAtMs = performance.now();
      return result;
    } finally {
      leave();
    }
  }

  /** Keys somebody has or waits for. */
  get size(): number {
    return this.#lines.size;
  }

  async #inTime(before: Promise<void>, line: Line): Promise<boolean> {
    const came = performance.now();
    let isDone = false;
    const turn = (async () => {
      await before;
      isDone = true;
    })();
    for (;;) {
      const leftMs = Math.max(came, line.movedAtMs) + this.#patienceMs - performance.now();
      if (leftMs <= 0) return isDone;
      await within(leftMs, turn, undefined);
      if (isDone) return true;
    }
  }
}
