/**
 * What a problem's generator hands to the builder: test cases, one at a time, so that only one big input is in
 * memory at once.
 */
export interface TestCase {
  /** Place in `data/` without extension, such as `sample/1` or `secret/03-all-equal`. */
  readonly name: string;
  readonly input: string | Uint8Array;
  readonly answer: string;
  /** For the jury: what the test is meant to catch. */
  readonly description?: string;
}

/** A problem's `generators/generate.ts` exports this under the name `generate`. */
export type Generate = () => Iterable<TestCase>;

/** Numbers test names 01, 02 … so that they sort in the order in which they were made. */
export class SecretNames {
  #made = 0;
  readonly #digits: number;

  /** @param digits how many digits the number is padded to */
  constructor(digits = 2) {
    this.#digits = digits;
  }

  next(label: string): string {
    this.#made += 1;
    return `secret/${String(this.#made).padStart(this.#digits, '0')}-${label}`;
  }
}
