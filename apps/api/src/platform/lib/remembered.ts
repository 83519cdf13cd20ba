/** What is read at most once in a while, and remembered in between. */
export class Remembered<Value> {
  readonly #forMs: number;
  readonly #read: (nowMs: number) => Promise<Value>;
  #last: { readonly value: Promise<Value>; readonly untilMs: number } | undefined;

  /** @param forMs how long a value is remembered, from the moment it was asked for, ms */
  constructor(forMs: number, read: (nowMs: number) => Promise<Value>) {
    this.#forMs = forMs;
    this.#read = read;
  }

  /** Reads where nothing is remembered; a reading that fails is not. */
  get(nowMs = Date.now()): Promise<Value> {
    const last = this.#last;
    return last === undefined || last.untilMs < nowMs ? this.readNow(nowMs) : last.value;
  }

  readNow(nowMs = Date.now()): Promise<Value> {
    const reading = { value: this.#read(nowMs), untilMs: nowMs + this.#forMs };
    this.#last = reading;
    reading.value.catch(() => {
      if (this.#last === reading) this.#last = undefined;
    });
    return reading.value;
  }

  forget(): void {
    this.#last = undefined;
  }
}
