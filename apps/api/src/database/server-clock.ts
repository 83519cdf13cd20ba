/** How far PostgreSQL's clock is ahead of this process's: what one wrote must not be aged by the other. */
import type { Database } from './database.ts';

export class ServerClock {
  readonly #database: Pick<Database, 'query'>;
  readonly #now: () => number;
  readonly #sameMs: number;
  #aheadMs = 0;

  /**
   * @param now this process's clock, ms
   * @param sameMs a difference that wavers by less is the same one: instants that were told must not tremble
   */
  constructor(database: Pick<Database, 'query'>, now: () => number = Date.now, sameMs = 250) {
    this.#database = database;
    this.#now = now;
    this.#sameMs = sameMs;
  }

  /** PostgreSQL's clock − ours, ms; 0 where they agree as far as anybody can see. */
  async aheadMs(): Promise<number> {
    const asked = this.#now();
    const rows = await this.#database.query<{ ms: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
    );
    const answered = this.#now();
    const theirs = rows[0]?.ms ?? answered;
    // It was read at some instant between the two: within the way there and back nothing is known for certain.
    const [least, most] = [theirs - answered - this.#sameMs, theirs - asked + this.#sameMs];
    if (this.#aheadMs < least || this.#aheadMs > most)
      this.#aheadMs = Math.round(theirs - (asked + answered) / 2);
    return this.#aheadMs;
  }
}
