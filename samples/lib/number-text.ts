/**
 * Writes millions of whole numbers as text. Joining an array of three million strings costs seconds and
 * hundreds of MB; digits written into one growing buffer cost tens of nanoseconds each.
 */
export class NumberText {
  #bytes: Uint8Array;
  #length = 0;

  /** @param expectedBytes first size of the buffer; it doubles when it is full */
  constructor(expectedBytes = 1 << 16) {
    this.#bytes = new Uint8Array(Math.max(64, expectedBytes));
  }

  /** Appends a whole number (|value| ≤ 2⁵³) and the character after it. */
  put(value: number, after: ' ' | '\n'): void {
    if (this.#length + 20 > this.#bytes.length) this.#grow();
    let rest = Math.abs(value);
    if (value < 0) this.#bytes[this.#length++] = MINUS;
    const start = this.#length;
    do {
      const next = Math.floor(rest / 10);
      this.#bytes[this.#length++] = ZERO + (rest - next * 10);
      rest = next;
    } while (rest > 0);
    this.#bytes.subarray(start, this.#length).reverse();
    this.#bytes[this.#length++] = after === ' ' ? SPACE : NEWLINE;
  }

  /** What has been written so far; the text must not be appended to afterwards. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const MINUS = 0x2d;
const ZERO = 0x30;
