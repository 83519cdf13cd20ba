/**
 * Where and when a suspect run is made again. The same trouble must not meet it twice: for a while it waits for a host
 * that is healthy, has nothing else to do, and is not the one it was suspect on as long as there is another. After that
 * (`repeatPatienceMs` of the domain) it is a due task like any other. Who waits is in the database, so that no restart
 * of anything forgets it.
 */
import type { Database } from '../../platform/database/database.ts';
import type { DueTask } from './due-task-repository.ts';
import { hasImage, isAllowed, isOnline, taskWithNeeds } from './eligibility-conditions.ts';

/** What a host says of itself with its heartbeats; one that says nothing is taken for healthy. */
const isHealthy = `coalesce(h.condition ->> 'state', 'healthy') = 'healthy'`;

const isIdle = `NOT EXISTS (SELECT 1 FROM judge_task o
  WHERE o.state = 'claimed' AND o.judgehost_id = h.id AND o.lease_until > now())`;

const canTake = `(${isOnline} AND ${hasImage} AND ${isAllowed})`;

/** Whether now is a good moment for repeat `t` on judgehost `h`. */
export const isGoodMoment = `(${canTake} AND ${isHealthy} AND ${isIdle} AND (NOT h.name = ANY(t.failed_hosts)
  OR NOT EXISTS (SELECT 1 FROM judgehost h WHERE ${canTake} AND ${isHealthy} AND NOT h.name = ANY(t.failed_hosts))))`;

export class RepeatRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Repeats that wait and for which some host is healthy and idle now, unless they have just been offered. */
  async withGoodMoment(): Promise<DueTask[]> {
    return this.#database.query<DueTask>(
      `SELECT t.id AS "taskId", t.deadline_ms::float8 AS "deadlineMs", c.image FROM ${taskWithNeeds}
       WHERE t.patient_until > now() AND t.state = 'due'
         AND (t.enqueued_at IS NULL OR t.enqueued_at < now() - interval '3 seconds')
         AND EXISTS (SELECT 1 FROM judgehost h WHERE ${isGoodMoment})
       ORDER BY t.deadline_ms, t.id`,
    );
  }
}
