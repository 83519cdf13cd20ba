/** One at a time for each key, in the order they came. Only within this process. */
export class Turns {
  /** The end of the last in line, by key. Never rejects. */
  readonly #last = new Map<string, Promise<void>>();

  /** Does `work` when whoever came before with the same key is done, well or not. */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, done);
    try {
      await before;
      return await work();
    } finally {
      resolve();
      if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }

  /** Keys somebody has or waits for. */
  get size(): number {
    return this.#last.size;
  }
}
