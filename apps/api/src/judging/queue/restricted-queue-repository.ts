/**
 * Restricted queues: hosts that are restricted to some work (a contest, problems, languages) take tasks from queues of
 * their own, which hold a copy of everything they may judge. So they are offered nothing in vain, and every host's next
 * task is still the one with the earliest deadline of those it may have. The first host that claims a task has it, and
 * the copies of the task are taken out. Hosts with the same restrictions share a restricted queue.
 */
import type { Database } from '../../platform/database/database.ts';
import { Remembered } from '../../platform/lib/remembered.ts';
import { isRestricted, restrictedQueueOf } from '../../judgehosts/restricted-hosts.ts';
import { isAllowed, taskWithNeeds } from '../tasks/eligibility-conditions.ts';

/** A host that is away this long has no restricted queue; when it is back its restricted queue is filled again. */
const absentMinutes = 10;
const rememberMs = 1000;

const restrictedHosts = `(SELECT DISTINCT h.restrictions FROM judgehost h WHERE ${isRestricted} AND h.revoked_at IS NULL
  AND h.last_seen_at > now() - interval '${absentMinutes} minutes')`;

export class RestrictedQueueRepository {
  readonly #database: Database;
  readonly #inUse = new Remembered(rememberMs, () => this.#read());

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those that hosts read, in their order; as of a second ago. */
  inUse(): Promise<readonly string[]> {
    return this.#inUse.get();
  }

  /** Somebody has restricted a host, or freed one. */
  forget(): void {
    this.#inUse.forget();
  }

  /** The restricted queues that each task belongs in; tasks without any are left out. */
  async of(taskIds: readonly string[]): Promise<Map<string, readonly string[]>> {
    if (taskIds.length === 0 || (await this.inUse()).length === 0) return new Map();
    const rows = await this.#database.query<{ taskId: string; queues: string[] }>(
      `SELECT t.id AS "taskId", array_agg(${restrictedQueueOf}) AS queues FROM ${taskWithNeeds} JOIN ${restrictedHosts} h ON ${isAllowed}
       WHERE t.id = ANY($1::uuid[]) GROUP BY t.id`,
      [taskIds],
    );
    return new Map(rows.map(({ taskId, queues }) => [taskId, queues]));
  }

  /** Every chroot image that a contest names. */
  async images(): Promise<string[]> {
    const rows = await this.#database.query<{ image: string }>(
      'SELECT DISTINCT image FROM contest WHERE image IS NOT NULL',
    );
    return rows.map(({ image }) => image);
  }

  async #read(): Promise<readonly string[]> {
    const rows = await this.#database.query<{ queue: string }>(
      `SELECT ${restrictedQueueOf} AS queue FROM ${restrictedHosts} h ORDER BY 1`,
    );
    return rows.map(({ queue }) => queue);
  }
}
