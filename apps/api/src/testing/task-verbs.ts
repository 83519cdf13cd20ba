/** What time would do to a judge task, done at once: tests name the effect and not the columns. */
import type { Client } from 'pg';

export class TaskVerbs {
  readonly #sql: Client;

  constructor(sql: Client) {
    this.#sql = sql;
  }

  /** Its wait for the next try is over. */
  async endWait(id: string): Promise<void> {
    await this.#sql.query('UPDATE judge_task SET not_before = now() WHERE id = $1', [id]);
  }

  /** A repeat of a suspect run waits no longer for a healthy host without other work: any eligible one may take it. */
  async endPatience(id: string): Promise<void> {
    await this.#sql.query('UPDATE judge_task SET patient_until = now() WHERE id = $1', [id]);
  }

  /** A repeat of a suspect run waits for such a host as long as it takes. */
  async waitPatiently(id: string): Promise<void> {
    await this.#sql.query(`UPDATE judge_task SET patient_until = now() + interval '1 hour' WHERE id = $1`, [
      id,
    ]);
  }

  /** Whether it waits for its next try. */
  async waits(id: string): Promise<boolean> {
    const { rows } = await this.#sql.query<{ waits: boolean }>(
      'SELECT coalesce(not_before > now(), false) AS waits FROM judge_task WHERE id = $1',
      [id],
    );
    return rows[0]?.waits ?? false;
  }

  /** Its host has been silent for longer than a lease. */
  async expireLease(id: string): Promise<void> {
    await this.#sql.query(`UPDATE judge_task SET lease_until = now() - interval '1 s' WHERE id = $1`, [id]);
  }

  /** The last host let go of it this long before it did. */
  async releasedEarlier(id: string, seconds: number): Promise<void> {
    await this.#sql.query(
      `UPDATE judge_task SET released_at = released_at - $2 * interval '1 s' WHERE id = $1`,
      [id, seconds],
    );
  }
}
