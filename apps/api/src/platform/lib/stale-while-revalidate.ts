/** Caches answers that are costly to find: a stale one is still served while one search for a new one is under way. */

export interface StaleWhileRevalidateOptions {
  /** An answer younger than this is served as it is, ms. */
  readonly freshMs: number;
  /** An answer younger than this is served while a new one is being found, ms. */
  readonly usableMs: number;
  /** Answers that are kept; those asked for longest ago go first. */
  readonly maxEntries: number;
  readonly now?: () => number;
}

interface Entry<T> {
  /** What was found last; null: nothing yet. */
  found: { readonly value: T; readonly at: number } | null;
  /** The search under way. */
  search: Promise<T> | null;
}

export class StaleWhileRevalidate<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: StaleWhileRevalidateOptions;

  constructor(options: StaleWhileRevalidateOptions) {
    this.#options = options;
  }

  /** @throws what `find` throws, to those who wait for it; the next call tries again */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const { freshMs, usableMs, maxEntries, now = Date.now } = this.#options;
    const entry = this.#entries.get(key) ?? { found: null, search: null };
    // What was asked for last is removed last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
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
