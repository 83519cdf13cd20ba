/**
 * Something that may take long to read, one reading at a time: files of control groups wait for locks of the kernel,
 * a file system that has died answers never.
 */
import { within } from '@sandglass/service';

/** How long the former reading replaces one that is late, ms: as long as figures count as fresh. */
const trustedMs = 5_000;
/** The first reading has none before it. Ms. */
const firstMs = 10_000;

export class BoundedReading<Value> {
  #reading: Promise<Value> | undefined;
  #last: { readonly value: Value; readonly atMs: number } | undefined;

  /**
   * Begins a reading, or waits on for the one under way.
   * @returns what was read, or the outcome before it when it takes longer than `ms`; null: that is too old by now
   */
  async within(ms: number, read: () => Promise<Value>): Promise<Value | null> {
    this.#reading ??= this.#begin(read);
    const reading = this.#reading;
    // One that fails after nobody waits for it any more is nobody's trouble: the next one will say so.
    reading.catch(() => {});
    const found = await within(
      this.#last === undefined ? firstMs : ms,
      reading.then((value) => ({ value })),
      null,
    );
    if (found !== null) return found.value;
    const last = this.#last;
    return last !== undefined && performance.now() - last.atMs < trustedMs ? last.value : null;
  }

  async #begin(read: () => Promise<Value>): Promise<Value> {
    try {
      const value = await read();
      this.#last = { value, atMs: performance.now() };
      return value;
    } finally {
      this.#reading = undefined;
    }
  }
}
