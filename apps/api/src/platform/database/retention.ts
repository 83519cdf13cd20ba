/**
 * Rows that nobody asks for any more, removed a bounded number at a time. What a contest is made of (its events, submissions,
 * judgings, runs, rejudgings) is never among them: it goes with its contest, by hand. Nor is anything written since the
 * first contest began that is not over for thirty days: what led to a verdict stays as long as it may be asked about.
 */
import { Counter, type Registry } from 'prom-client';
import { inBatches } from '../lib/in-batches.ts';
import type { Log } from '../lib/log.ts';
import { PeriodicJob } from '../lib/periodic-job.ts';
import type { Database } from './database.ts';

const everyMs = 3_600_000;
/** After the decision. */
const registrationDays = 180;
const batchSize = 1_000;
/** After a contest's end, days. */
const afterContestDays = 30;

/** Days that each is kept; 0: for ever. */
export interface RetentionDays {
  readonly audit: number;
  readonly alarms: number;
  readonly health: number;
}

interface Rule {
  readonly table: string;
  readonly key: string;
  /** The instant from which its days are counted; null: it still lasts. */
  readonly at: string;
  readonly days: number;
  /** Whether a contest that is not long over keeps it. */
  readonly heldByContests: boolean;
}

function rulesFor(days: RetentionDays): readonly Rule[] {
  return [
    { table: 'audit_log', key: 'id', at: 'at', days: days.audit, heldByContests: true },
    { table: 'alarm', key: 'id', at: 'cleared_at', days: days.alarms, heldByContests: true },
    { table: 'health_period', key: 'id', at: 'to_at', days: days.health, heldByContests: true },
    // Names and addresses of people who asked for something, once: a contest is over by then.
    { table: 'registration', key: 'id', at: 'decided_at', days: registrationDays, heldByContests: true },
    { table: 'session', key: 'token_hash', at: 'expires_at', days: 1, heldByContests: false },
  ].filter((rule) => rule.days > 0);
}

/** The first instant of the first contest that is not long over; null: there is none. */
const held = `(SELECT min(starts_at) - interval '1 day' FROM contest
  WHERE coalesce(finalized_at, ends_at) > now() - interval '${afterContestDays} days')`;

export interface RetentionParts {
  /** For long statements. */
  readonly database: Database;
  readonly days: RetentionDays;
  readonly registry?: Registry;
  readonly log: Log;
}

export class Retention {
  readonly #database: Database;
  readonly #rules: readonly Rule[];
  readonly #removed: Counter<'table'>;
  readonly #job: PeriodicJob;

  constructor({ database, days, registry, log }: RetentionParts) {
    this.#database = database;
    this.#rules = rulesFor(days);
    this.#removed = new Counter({
      name: 'sandglass_retention_removed_rows_total',
      help: 'Rows that were kept as long as they should be, and removed',
      labelNames: ['table'],
      registers: registry === undefined ? [] : [registry],
    });
    this.#job = new PeriodicJob({
      everyMs,
      go: async () => {
        const removed = await this.tidy();
        if (Object.keys(removed).length > 0) log.info(removed, 'rows past their time were removed');
      },
      failed: 'rows past their time are kept for now',
      log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** @returns how many rows of each table were removed, where any were */
  async tidy(): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    for (const rule of this.#rules) {
      const count = await this.#remove(rule);
      if (count > 0) removed[rule.table] = count;
    }
    return removed;
  }

  #remove({ table, key, at, days, heldByContests }: Rule): Promise<number> {
    return inBatches(
      batchSize,
      () => this.#job.isClosed,
      async () => {
        const rows = await this.#database.query(
          `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table}
             WHERE ${at} < least(now() - $1 * interval '1 day', ${heldByContests ? held : 'NULL'})
             LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING 1`,
          [days, batchSize],
        );
        this.#removed.inc({ table }, rows.length);
        return rows.length;
      },
    );
  }
}
