/**
 * A seeded source of random numbers for test data.
 *
 * The same seed gives the same numbers on every machine and in every version of Node: only 32-bit integer
 * operations are used (`Math.imul`, shifts), never `Math.random` and never floating-point functions whose last
 * digit an engine may choose. The generator is splitmix32: one word of state, full period 2³².
 */
export class Random {
  #state: number;

  /** @param seed any text; a generator names its seeds after the test they make. */
  constructor(seed: string) {
    this.#state = hashText(seed);
  }

  /** A whole number in `low … high`, both included. The range may be as wide as 2⁵². */
  int(low: number, high: number): number {
    const span = high - low + 1;
    if (!(span >= 1) || span > 2 ** 52) throw new RangeError(`no whole numbers in ${low} … ${high}`);
    if (span <= 2 ** 21) return low + Math.floor((this.#word() / 2 ** 32) * span);
    // 53 random bits; the minimum is there because the product may round up to `span` itself.
    const wide = (this.#word() >>> 5) * 2 ** 26 + (this.#word() >>> 6);
    return low + Math.min(span - 1, Math.floor((wide / 2 ** 53) * span));
  }

  /** True with a probability of `percent` in a hundred. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  /** One of the items, each equally likely. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** The numbers `first … last` in random order. */
  permutation(first: number, last: number): Int32Array {
    const order = Int32Array.from({ length: last - first + 1 }, (_, index) => first + index);
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const kept = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = kept;
    }
    return order;
  }

  /** A text of the given length over the alphabet. */
  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet[this.int(0, alphabet.length - 1)]).join('');
  }

  #word(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }
}

/** FNV-1a over UTF-16 code units: spreads short seed names over 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
