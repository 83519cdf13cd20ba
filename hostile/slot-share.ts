/** Few slots for many tests: each takes a free one or waits in order. */
export class SlotShare<T> {
  readonly all: readonly T[];
  readonly #free: T[];
  readonly #waiting: ((one: T) => void)[] = [];

  constructor(all: readonly T[]) {
    this.all = all;
    this.#free = [...all];
  }

  async use<R>(work: (one: T) => Promise<R>): Promise<R> {
    const one = this.#free.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(one);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(one);
      else next(one);
    }
  }
}
