/** Collects what arrives; `take(n)` resolves when n have. */
export class Collector<T> {
  readonly items: T[] = [];
  readonly #waiting: { count: number; resolve: (items: T[]) => void }[] = [];

  add(item: T): void {
    this.items.push(item);
    for (const { count, resolve } of this.#waiting) if (this.items.length >= count) resolve(this.items);
  }

  take(count: number): Promise<T[]> {
    if (this.items.length >= count) return Promise.resolve(this.items);
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}
