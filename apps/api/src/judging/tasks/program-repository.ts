/**
 * Compiled programs of judgings in several tasks: made once, by the task that compiles, and fetched by the hosts of
 * the others. They live as long as their judging runs. What is missing here is compiled again: nothing depends on it.
 */
import { sha256 } from '../../platform/lib/sha256.ts';
import type { Database, Sql } from '../../platform/database/database.ts';

export interface OfferedProgram {
  readonly taskId: string;
  readonly judgehostId: string;
  readonly fencingToken: number;
  readonly build: string;
  readonly data: Buffer;
}

export class ProgramRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Keeps the program of a task that is under way, once: other hosts may be running it, and a judging is of one program.
   * @returns `known`: there is another one of this build, or of this host; the very same again is fine
   */
  async put(program: OfferedProgram): Promise<'kept' | 'known' | 'lease lost'> {
    const { taskId, judgehostId, fencingToken, build, data } = program;
    const hash = sha256(data);
    return this.#database.transaction(async (sql) => {
      // The judging's row first, as reports do.
      const [task] = await sql.query<{ judgingId: string }>(
        `SELECT t.judging_id AS "judgingId" FROM judge_task t JOIN judging j ON j.id = t.judging_id
         WHERE t.id = $1 AND t.judgehost_id = $2 AND t.fencing_token = $3 AND t.state = 'claimed'
         FOR UPDATE OF j, t`,
        [taskId, judgehostId, fencingToken],
      );
      if (task === undefined) return 'lease lost';
      const others = await sql.query<{ same: boolean }>(
        `SELECT build = $2 AND sha256 = $4 AS same FROM judged_program
         WHERE judging_id = $1 AND (build = $2 OR judgehost_id = $3)`,
        [task.judgingId, build, judgehostId, hash],
      );
      if (others.length > 0) return others.every(({ same }) => same) ? 'kept' : 'known';
      await sql.query(
        `INSERT INTO judged_program (judging_id, build, sha256, bytes, data, judgehost_id) VALUES ($1, $2, $3, $4, $5, $6)`,
        [task.judgingId, build, hash, data.length, data, judgehostId],
      );
      return 'kept';
    });
  }

  /** Of a host that is not trusted any more: what it has compiled is compiled again. */
  async removeOf(judgehostId: string): Promise<void> {
    await this.#database.query('DELETE FROM judged_program WHERE judgehost_id = $1', [judgehostId]);
  }

  /** Null when no judging that runs has it. */
  async read(hash: string): Promise<Buffer | null> {
    const rows = await this.#database.query<{ data: Buffer }>(
      'SELECT data FROM judged_program WHERE sha256 = $1 LIMIT 1',
      [hash],
    );
    return rows[0]?.data ?? null;
  }

  /** What came in after its judging had ended. */
  async removeLeftovers(): Promise<void> {
    await this.#database.query(
      `DELETE FROM judged_program p USING judging j WHERE j.id = p.judging_id AND j.state IN ('done', 'cancelled')`,
    );
  }
}

/** In the transaction that ends or cancels the judgings. */
export async function removePrograms(sql: Sql, judgingIds: readonly string[]): Promise<void> {
  await sql.query('DELETE FROM judged_program WHERE judging_id = ANY($1::uuid[])', [judgingIds]);
}
