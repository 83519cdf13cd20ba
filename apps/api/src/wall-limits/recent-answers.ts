/** Answers that are dear to find and asked for again and again: one is found at a time, and told for a while. */

export interface RecentAnswersOptions {
  /** An answer younger than this is told as it is, ms. */
  readonly freshMs: number;
  /** One younger than this is told, too, while a new one is being found, ms. */
  readonly usableMs: number;
  /** Answers held; of more the oldest go. */
  readonly atMost: number;
  readonly now?: () => number;
}

interface Entry<T> {
  /** What was found last; null: nothing yet. */
  found: { readonly value: T; readonly at: number } | null;
  /** The search under way. */
  search: Promise<T> | null;
}

export class RecentAnswers<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: RecentAnswersOptions;

  constructor(options: RecentAnswersOptions) {
    this.#options = options;
  }

  /** @throws what `find` throws, to those who wait for it; it is tried anew for the next */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const { freshMs, usableMs, atMost, now = Date.now } = this.#options;
    const entry = this.#entries.get(key) ?? { found: null, search: null };
    // Asked for last, it goes last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= atMost) break;
      this.#entries.delete(oldest);
    }
    const age = entry.found === null ? Infinity : now() - entry.found.at;
    if (entry.found !== null && age < freshMs) return entry.found.value;
    entry.search ??= this.#search(entry, find, now());
    if (entry.found !== null && age < usableMs) {
      entry.search.catch(() => {});
      return entry.found.value;
    }
    return entry.search;
  }

  /** What is found is as old as the moment it was asked for. */
  async #search(entry: Entry<T>, find: () => Promise<T>, at: number): Promise<T> {
    try {
      const value = await find();
      entry.found = { value, at };
      return value;
    } finally {
      entry.search = null;
    }
  }
}
