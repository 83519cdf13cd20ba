/** Token buckets by key, in memory, of which no client can make the process hold more than a bounded number. */

interface Bucket {
  /** Requests left, as of `atMs`. */
  left: number;
  atMs: number;
}

export interface BucketBounds {
  /** How many may come in one go, and in each `windowMs`. */
  readonly max: number;
  readonly windowMs: number;
}

/** A bucket that has been full for long is as one that was never there: the oldest go first. */
const maxHeld = 20_000;

/** Shares are sums of fractions. */
const roundingError = 1e-6;

export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  /** Takes one. @returns 0 when there was one, else ms until there is */
  take(key: string, { max, windowMs }: BucketBounds, nowMs: number): number {
    const perMs = max / windowMs;
    const bucket = this.#buckets.get(key) ?? { left: max, atMs: nowMs };
    const left = Math.min(max, bucket.left + Math.max(0, nowMs - bucket.atMs) * perMs);
    const taken = left >= 1 - roundingError;
    // To the end of the row: what is asked for is not what goes.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: taken ? Math.max(0, left - 1) : left, atMs: nowMs });
    if (this.#buckets.size > maxHeld) this.#dropOldest();
    return taken ? 0 : Math.ceil((1 - left) / perMs - roundingError);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #dropOldest(): void {
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}
