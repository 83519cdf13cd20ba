/** How long the queue was, in the database: by its clock, and one sample every two seconds, however many processes look. */
import type { QueueSample } from '@sandglass/contracts';
import type { Database } from '../platform/database/database.ts';
import { ServerClock } from '../platform/database/server-clock.ts';

/** Between two samples, ms. */
export const queueEveryMs = 2_000;
/** How long they are kept, ms. */
export const queueReachMs = 6 * 3_600_000;

export class QueueSampleRepository {
  readonly #database: Pick<Database, 'query'>;
  readonly #clock: ServerClock;

  #aheadMs: number | null = null;

  /** @param now this process's clock, ms */
  constructor(database: Pick<Database, 'query'>, now: () => number = Date.now) {
    this.#database = database;
    this.#clock = new ServerClock(database, now);
  }

  /** How far the database's clock is ahead of ours, as of the last sample, ms; null: not looked at yet. */
  get databaseAheadMs(): number | null {
    return this.#aheadMs;
  }

  /** The oldest first. @param since by this process's clock, as are the samples */
  async read(since: Date): Promise<QueueSample[]> {
    const aheadMs = await this.#clock.aheadMs();
    return this.#database.query<QueueSample & Record<string, unknown>>(
      `SELECT extract(epoch FROM at)::float8 * 1000 - $2::float8 AS at, due, due_ms AS "dueMs", claimed, slots,
         oldest_ms AS "oldestMs"
       FROM queue_sample WHERE at >= $1 ORDER BY queue_sample.at`,
      [new Date(since.getTime() + aheadMs), aheadMs],
    );
  }

  /** And forgets what is too old. */
  async write(samples: readonly QueueSample[]): Promise<void> {
    const aheadMs = await this.#clock.aheadMs();
    this.#aheadMs = aheadMs;
    const column = (of: (sample: QueueSample) => number): number[] => samples.map(of);
    await this.#database.query(
      `WITH gone AS (DELETE FROM queue_sample WHERE at < now() - $7 * interval '1 millisecond')
       INSERT INTO queue_sample (at, due, due_ms, claimed, slots, oldest_ms)
       SELECT to_timestamp(at), due, due_ms, claimed, slots, oldest_ms
       FROM unnest($1::float8[], $2::int[], $3::float8[], $4::int[], $5::int[], $6::float8[])
         AS sample (at, due, due_ms, claimed, slots, oldest_ms)
       ON CONFLICT DO NOTHING`,
      [
        column(({ at }) => (Math.floor((at + aheadMs) / queueEveryMs) * queueEveryMs) / 1000),
        column(({ due }) => due),
        column(({ dueMs }) => dueMs),
        column(({ claimed }) => claimed),
        column(({ slots }) => slots),
        column(({ oldestMs }) => oldestMs),
        queueReachMs,
      ],
    );
  }
}
