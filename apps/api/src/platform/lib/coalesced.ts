/** Work for each key that may be asked for at any time: calls while it runs cause one more run, not one each. */
export class Coalesced {
  readonly #work: (key: string) => Promise<void>;
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();

  constructor(work: (key: string) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that began after this call has ended, and rejects with the first run that fails. */
  run(key: string): Promise<void> {
    const known = this.#running.get(key);
    if (known !== undefined) {
      known.again = true;
      return known.done;
    }
    const state = { again: false, done: Promise.resolve() };
    this.#running.set(key, state);
    state.done = this.#runUntilQuiet(key, state);
    return state.done;
  }

  async #runUntilQuiet(key: string, state: { again: boolean }): Promise<void> {
    try {
      do {
        state.again = false;
        await this.#work(key);
        // `again` is set by calls made while it ran.
      } while (state.again as boolean);
    } finally {
      this.#running.delete(key);
    }
  }
}
