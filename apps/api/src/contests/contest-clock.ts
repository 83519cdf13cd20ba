/**
 * The clock of contests: PostgreSQL's, so that several api processes agree, whatever the clocks of their machines say.
 *
 * Between two looks time is counted by the process's monotonic clock: that somebody sets this machine's clock changes nothing.
 * That somebody sets the database's moves every contest, at every process, within one look; the log says so.
 */
import type { Database } from '../database/database.ts';
import { ServerClock } from '../database/server-clock.ts';
import type { Log } from '../http/app-type.ts';
import { Rounds } from '../rounds.ts';

const everyMs = 5_000;
const firstLooks = 5;
/** A difference that wavers by less than this is the same one: instants must not tremble, ms. */
const sameMs = 5;
/** Clocks that differ by more than this are for an administrator to look at, ms. */
export const noticedMs = 1_000;

export class ContestClock {
  readonly #server: ServerClock;
  readonly #log: Log;
  readonly #rounds: Rounds;
  #baseMs: number;

  constructor(database: Pick<Database, 'query'>, log: Log) {
    this.#server = new ServerClock(database, () => performance.now(), sameMs);
    this.#log = log;
    this.#baseMs = Date.now() - performance.now();
    this.#rounds = new Rounds({
      everyMs,
      go: () => this.look(),
      failed: 'the database’s clock could not be read; contest time goes on by ours',
      log,
    });
  }

  async open(): Promise<void> {
    // A busy machine answers late at first, and a slow answer says little: the quickest one counts.
    for (let look = 0; look < firstLooks; look += 1) this.#baseMs = await this.#server.aheadMs();
    if (Math.abs(this.aheadMs) > noticedMs)
      this.#log.warn(
        { aheadMs: this.aheadMs },
        'our clock and the database’s differ; contests follow the database’s',
      );
    this.#rounds.open();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** Ms since 1970, with a fraction. */
  readonly nowMs = (): number => performance.now() + this.#baseMs;

  /** How far the database's clock is ahead of this machine's, ms. */
  get aheadMs(): number {
    return Math.round(this.nowMs() - Date.now());
  }

  async look(): Promise<void> {
    const former = this.#baseMs;
    this.#baseMs = await this.#server.aheadMs();
    const stepMs = Math.round(this.#baseMs - former);
    if (Math.abs(stepMs) > noticedMs)
      this.#log.error({ stepMs }, 'the database’s clock was set: all contest times have moved with it');
  }
}
