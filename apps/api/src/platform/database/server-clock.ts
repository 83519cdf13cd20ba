/** How far PostgreSQL's clock is ahead of this process's: what one wrote must not be aged by the other. */
import type { Sql } from './database.ts';

/** PostgreSQL's clock now, ms. */
export async function databaseMs(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  );
  if (row === undefined) throw new Error('a statement that selects a value returned none');
  return row.ms;
}

export class ServerClock {
  readonly #database: Sql;
  readonly #now: () => number;
  readonly #sameMs: number;
  #aheadMs = 0;

  /**
   * @param now this process's clock, ms
   * @param sameMs a difference that varies by less is the same one: reported instants must not vary
   */
  constructor(database: Sql, now: () => number = Date.now, sameMs = 250) {
    this.#database = database;
    this.#now = now;
    this.#sameMs = sameMs;
  }

  /** PostgreSQL's clock − ours, ms; 0 where they agree as far as anybody can see. */
  async aheadMs(): Promise<number> {
    const asked = this.#now();
    const theirs = await databaseMs(this.#database);
    const answered = this.#now();
    // It was read at some instant between the two: within the way there and back nothing is known for certain.
    const [least, most] = [theirs - answered - this.#sameMs, theirs - asked + this.#sameMs];
    if (this.#aheadMs < least || this.#aheadMs > most)
      this.#aheadMs = Math.round(theirs - (asked + answered) / 2);
    return this.#aheadMs;
  }
}
