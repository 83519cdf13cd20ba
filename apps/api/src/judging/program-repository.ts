/**
 * Compiled programs of judgings in several tasks: made once, by the task that compiles, and fetched by the hosts of
 * the others. They live as long as their judging runs. What is missing here is compiled again: nothing depends on it.
 */
import { sha256 } from '../database/sha256.ts';
import type { Database, Sql } from '../database/database.ts';

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

  /** Keeps the program of a task that is under way. @returns false when its lease is lost */
  async put(program: OfferedProgram): Promise<boolean> {
    const { taskId, judgehostId, fencingToken, build, data } = program;
    const rows = await this.#database.query(
      `INSERT INTO judged_program (judging_id, build, sha256, bytes, data)
       SELECT t.judging_id, $4, $5, $6, $7 FROM judge_task t
       WHERE t.id = $1 AND t.judgehost_id = $2 AND t.fencing_token = $3 AND t.state = 'claimed'
       ON CONFLICT (judging_id, build) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, data = excluded.data
       RETURNING judging_id`,
      [taskId, judgehostId, fencingToken, build, sha256(data), data.length, data],
    );
    return rows.length > 0;
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
