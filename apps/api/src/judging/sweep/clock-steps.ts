/**
 * PostgreSQL's clock may be set while judge tasks are out. Leases, waits and signs of life are instants by it: set back, a dead
 * host would keep its tasks for as long as it was set back; set forward, every live host would lose its tasks at once. So what
 * lies where no instant of its kind can lie is brought back to the longest that it may be.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/lib/log.ts';
import { databaseMs } from '../../platform/database/server-clock.ts';
import { setInstantsRight, slackMs } from './clock-step-repository.ts';

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
    const theirs = await databaseMs(this.#database);
    const look = { asked, answered: this.#now(), theirs };
    const stepMs = former === null ? 0 : stepBetween(former, look);
    if (former !== null && Math.abs(stepMs) <= slackMs) {
      this.#former = look;
      return;
    }
    const { mended, left } = await setInstantsRight(this.#database, stepMs > 0 ? former : null);
    // What another transaction had locked is set right by the next look, which measures from the same instant.
    if (left === 0) this.#former = look;
    if (former !== null || mended > 0)
      this.#log.warn(
        { stepMs: Math.round(stepMs), rows: mended },
        'the database’s clock was set; leases and waits were set right',
      );
  }
}

/** By how much the one clock went on more than the other, as far as is certain: each look was at some instant between asking and answer. */
function stepBetween(former: Look, look: Look): number {
  const theirs = look.theirs - former.theirs;
  const [least, most] = [look.asked - former.answered, look.answered - former.asked];
  if (theirs > most) return theirs - most;
  return theirs < least ? theirs - least : 0;
}
