/**
 * PostgreSQL's clock may be set while judge tasks are out. Leases, waits and signs of life are instants by it: set back, a dead
 * host would keep its tasks for as long as it was set back; set forward, every live host would lose its tasks at once. So what
 * lies where no instant of its kind can lie is brought back to the longest that it may be.
 */
import { repeatPatienceMs } from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/app-type.ts';
import { leaseMs } from './lease.ts';
import { longestWaitMs } from './retry-rule.ts';

/** What a slow answer or a correction of the clock's pace may be, ms. */
const slackMs = 2_000;

/** PostgreSQL's clock and our monotonic one, looked at together, ms. */
interface Look {
  readonly theirs: number;
  readonly asked: number;
  readonly answered: number;
}

export class ClockSteps {
  readonly #database: Database;
  readonly #log: Log;
  readonly #now: () => number;
  #former: Look | null = null;

  /** @param now monotonic, ms */
  constructor(database: Database, log: Log, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#log = log;
    this.#now = now;
  }

  /** Looks whether the clock was set since the last time, and sets right what that has spoilt. The first look sets right what was spoilt before. */
  async look(): Promise<void> {
    const former = this.#former;
    const asked = this.#now();
    const [row] = await this.#database.query<{ ms: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
    );
    const look = { asked, answered: this.#now(), theirs: row?.ms ?? 0 };
    const stepMs = former === null ? 0 : stepBetween(former, look);
    if (former !== null && Math.abs(stepMs) <= slackMs) {
      this.#former = look;
      return;
    }
    const mended = await this.#mend(stepMs > 0 ? former : null);
    this.#former = look;
    if (former !== null || mended > 0)
      this.#log.warn(
        { stepMs: Math.round(stepMs), rows: mended },
        'the database’s clock was set; leases and waits were set right',
      );
  }

  /** @param lastLook leases that ran then and have run out only because the clock was set forward begin anew; null: none have */
  async #mend(lastLook: Look | null): Promise<number> {
    const rows = await this.#database.query<{ count: number }>(
      `WITH leases AS (
         UPDATE judge_task SET lease_until = now() + $1::float8 * interval '1 ms',
           -- The bound of its renewals was an instant too: no host is blamed for a clock.
           hold_until = greatest(hold_until, now() + interval '10 minutes')
         WHERE id IN (
           SELECT id FROM judge_task WHERE state = 'claimed' AND (lease_until > now() + $6::float8 * interval '1 ms'
             OR (lease_until < now() AND lease_until >= to_timestamp($5::float8 / 1000))) FOR UPDATE SKIP LOCKED) RETURNING 1
       ), waits AS (
         UPDATE judge_task SET
           enqueued_at = CASE WHEN enqueued_at <= now() + $2::float8 * interval '1 ms' THEN enqueued_at END,
           patient_until = CASE WHEN patient_until <= now() + $3::float8 * interval '1 ms' THEN patient_until END
         WHERE id IN (SELECT id FROM judge_task WHERE state = 'due' AND (enqueued_at > now() + $2::float8 * interval '1 ms'
           OR patient_until > now() + $3::float8 * interval '1 ms') FOR UPDATE SKIP LOCKED) RETURNING 1
       ), hosts AS (
         UPDATE judgehost SET last_seen_at = now() WHERE last_seen_at > now() + $4::float8 * interval '1 ms' RETURNING 1
       ) SELECT (SELECT count(*) FROM leases)::int + (SELECT count(*) FROM waits)::int
           + (SELECT count(*) FROM hosts)::int AS count`,
      [
        leaseMs,
        longestWaitMs + slackMs,
        repeatPatienceMs + slackMs,
        slackMs,
        lastLook?.theirs ?? null,
        leaseMs + slackMs,
      ],
    );
    return rows[0]?.count ?? 0;
  }
}

/** By how much the one clock went on more than the other, as far as is certain: each look was at some instant between asking and answer. */
function stepBetween(former: Look, look: Look): number {
  const theirs = look.theirs - former.theirs;
  const [least, most] = [look.asked - former.answered, look.answered - former.asked];
  if (theirs > most) return theirs - most;
  return theirs < least ? theirs - least : 0;
}
