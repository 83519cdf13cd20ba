/** Passwords of files that were compared with their hashes a moment ago: an import need not verify again what its dry run has. */
import { createHmac, randomBytes } from 'node:crypto';

/** Of the accounts of some imports. */
const maxRemembered = 20_000;

export class VerifiedPasswords {
  readonly #verify: (hash: string, password: string) => Promise<boolean>;
  /** Nothing that is kept reveals a password to who reads the memory without this key. */
  readonly #key = randomBytes(32);
  readonly #outcomes = new Map<string, boolean>();

  constructor(verify: (hash: string, password: string) => Promise<boolean>) {
    this.#verify = verify;
  }

  /** A hash that has changed is another question. */
  async verify(hash: string, password: string): Promise<boolean> {
    const question = createHmac('sha256', this.#key)
      .update(JSON.stringify([hash, password]))
      .digest('base64');
    const known = this.#outcomes.get(question);
    if (known !== undefined) return known;
    const outcome = await this.#verify(hash, password);
    if (this.#outcomes.size >= maxRemembered) this.#outcomes.clear();
    this.#outcomes.set(question, outcome);
    return outcome;
  }
}
