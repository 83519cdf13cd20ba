/**
 * The clock of contests: PostgreSQL's, so that several api processes agree, regardless of the clocks of their machines.
 *
 * Between two looks time is counted by the process's monotonic clock: that somebody sets this machine's clock changes nothing.
 * That somebody sets the database's moves every contest, at every process, within one look; the log says so.
 *
 * The monotonic clock is stopped while the machine is suspended. The machine's own clock is not, which shows it: when
 * the two differ, a caller that needs an exact instant has the database's clock read first.
 */
import type { Database } from './database.ts';
import { ServerClock } from './server-clock.ts';
import type { Log } from '../lib/log.ts';
import { PeriodicJob } from '../lib/periodic-job.ts';

const everyMs = 5_000;
const firstLooks = 5;
/** A difference that wavers by less than this is the same one: instants must not tremble, ms. */
const sameMs = 5;
/** Clocks that differ by more than this are for an administrator to look at, ms. */
export const noticedMs = 1_000;

export class DatabaseClock {
  readonly #server: ServerClock;
  readonly #log: Log;
  readonly #job: PeriodicJob;
  #baseMs: number;
  /** How far the machine's clock was ahead of contest time at the last look, ms. */
  #machineAheadMs: number;
  #looking: Promise<void> | undefined;
  /** When a look that somebody waited for failed, by the monotonic clock. */
  #failedMs = -Infinity;

  constructor(database: Pick<Database, 'query'>, log: Log) {
    this.#server = new ServerClock(database, () => performance.now(), sameMs);
    this.#log = log;
    this.#baseMs = Date.now() - performance.now();
    this.#machineAheadMs = 0;
    this.#job = new PeriodicJob({
      everyMs,
      go: () => this.look(),
      failed: 'the database’s clock could not be read; contest time goes on by ours',
      log,
    });
  }

  async open(): Promise<void> {
    // A busy machine answers late at first, and a slow answer says little: the quickest one counts.
    for (let look = 0; look < firstLooks; look += 1) this.#baseMs = await this.#server.aheadMs();
    this.#machineAheadMs = Date.now() - this.nowMs();
    if (Math.abs(this.aheadMs) > noticedMs)
      this.#log.warn(
        { aheadMs: this.aheadMs },
        'our clock and the database’s differ; contests follow the database’s',
      );
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** Ms since 1970, with a fraction. */
  readonly nowMs = (): number => performance.now() + this.#baseMs;

  /**
   * The instant of this call; a promise of it where this machine may have been suspended since the last look.
   * It rejects when the database cannot be asked then.
   */
  readonly instant = (): number | Promise<number> => {
    const at = performance.now();
    if (!this.#mayHaveStopped) return at + this.#baseMs;
    return this.settle().then(() => at + this.#baseMs);
  };

  /** Looks at the database's clock, where this machine may have been suspended since the last look. */
  async settle(): Promise<void> {
    if (!this.#mayHaveStopped) return;
    this.#looking ??= this.look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  /** The same for what is done in any case: contest time goes on by ours, and nobody waits for what has just failed. */
  async trySettle(): Promise<void> {
    if (performance.now() - this.#failedMs < everyMs) return;
    try {
      await this.settle();
    } catch {
      this.#failedMs = performance.now();
    }
  }

  /** Somebody who has set the machine's clock looks the same, and costs one look. */
  get #mayHaveStopped(): boolean {
    return Math.abs(Date.now() - this.nowMs() - this.#machineAheadMs) > noticedMs;
  }

  /** How far the database's clock is ahead of this machine's, ms. */
  get aheadMs(): number {
    return Math.round(this.nowMs() - Date.now());
  }

  async look(): Promise<void> {
    const former = this.#baseMs;
    this.#baseMs = await this.#server.aheadMs();
    this.#machineAheadMs = Date.now() - this.nowMs();
    const stepMs = Math.round(this.#baseMs - former);
    if (Math.abs(stepMs) > noticedMs)
      this.#log.error(
        { stepMs },
        'the database’s clock was set, or this machine was suspended: contest time follows the database’s clock',
      );
  }
}
