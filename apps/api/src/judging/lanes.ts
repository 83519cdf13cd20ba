/**
 * Lanes: hosts that are kept for some work (a contest, problems, languages) take tasks from queues of their own, which hold
 * a copy of everything they may judge. So they are offered nothing in vain, and every host's next task is still the one
 * with the earliest deadline of those it may have; whoever claims a task first has it, and its copies are taken out.
 * Hosts with the same restrictions share a lane.
 */
import type { Database } from '../database/database.ts';
import { isRestricted, laneOf } from '../judgehosts/host-lane.ts';
import { isAllowed, taskWithNeeds } from './image-need.ts';

/** A host that is away this long has no lane; when it is back its lane is filled anew. */
const absentMinutes = 10;
const rememberMs = 1000;

const restrictedHosts = `(SELECT DISTINCT h.restrictions FROM judgehost h WHERE ${isRestricted} AND h.revoked_at IS NULL
  AND h.last_seen_at > now() - interval '${absentMinutes} minutes')`;

export class Lanes {
  readonly #database: Database;
  #known: { readonly lanes: Promise<readonly string[]>; readonly untilMs: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those that hosts look in, in their order; as of a second ago. */
  inUse(): Promise<readonly string[]> {
    const now = Date.now();
    if (this.#known === undefined || this.#known.untilMs < now) {
      this.#known = { lanes: this.#read(), untilMs: now + rememberMs };
      this.#known.lanes.catch(() => this.forget());
    }
    return this.#known.lanes;
  }

  /** Somebody has restricted a host, or freed one. */
  forget(): void {
    this.#known = undefined;
  }

  /** The lanes each task belongs in; those without any are left out. */
  async of(taskIds: readonly string[]): Promise<Map<string, readonly string[]>> {
    if (taskIds.length === 0 || (await this.inUse()).length === 0) return new Map();
    const rows = await this.#database.query<{ taskId: string; lanes: string[] }>(
      `SELECT t.id AS "taskId", array_agg(${laneOf}) AS lanes FROM ${taskWithNeeds} JOIN ${restrictedHosts} h ON ${isAllowed}
       WHERE t.id = ANY($1::uuid[]) GROUP BY t.id`,
      [taskIds],
    );
    return new Map(rows.map(({ taskId, lanes }) => [taskId, lanes]));
  }

  /** Every chroot image that a contest names. */
  async images(): Promise<string[]> {
    const rows = await this.#database.query<{ image: string }>(
      'SELECT DISTINCT image FROM contest WHERE image IS NOT NULL',
    );
    return rows.map(({ image }) => image);
  }

  async #read(): Promise<readonly string[]> {
    const rows = await this.#database.query<{ lane: string }>(
      `SELECT ${laneOf} AS lane FROM ${restrictedHosts} h ORDER BY 1`,
    );
    return rows.map(({ lane }) => lane);
  }
}
