/**
 * Numbers for submissions that have none: those that an api of a version before numbers wrote beside this one, while the
 * system was being upgraded. People could call them nothing, and no search would find them.
 */
import { lockContests } from '../events/contest-lock-repository.ts';
import type { Database } from '../platform/database/database.ts';

export class MissingNumberRepository {
  readonly #database: Database;

  /** @param database for long statements */
  constructor(database: Database) {
    this.#database = database;
  }

  /** In the order of their arrival, after those that have numbers. @returns how many got one */
  async fill(): Promise<number> {
    const contests = await this.#database.query<{ id: string }>(
      'SELECT DISTINCT contest_id AS id FROM submission WHERE number = 0 ORDER BY contest_id',
    );
    let filled = 0;
    for (const { id } of contests) filled += await this.#fillContest(id);
    return filled;
  }

  #fillContest(contest: string): Promise<number> {
    return this.#database.transaction(async (sql) => {
      // Submissions before their contest, as in every transaction.
      await sql.query(
        'SELECT 1 FROM submission WHERE contest_id = $1 AND number = 0 ORDER BY id FOR NO KEY UPDATE',
        [contest],
      );
      await lockContests(sql, [contest]);
      const rows = await sql.query<{ number: number }>(
        `WITH missing AS (
           SELECT id, row_number() OVER (ORDER BY submitted_at, id) AS ordinal
           FROM submission WHERE contest_id = $1 AND number = 0
         ), head AS (
           UPDATE contest SET last_number = last_number + (SELECT count(*) FROM missing) WHERE id = $1 RETURNING last_number
         )
         UPDATE submission s SET number = last_number - (SELECT count(*) FROM missing) + missing.ordinal
         FROM missing, head WHERE s.id = missing.id RETURNING s.number`,
        [contest],
      );
      return rows.length;
    });
  }
}
