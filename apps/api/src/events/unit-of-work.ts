/**
 * What is committed as one, with its events and with what follows the commit.
 *
 * **Order of locks**, of every transaction, so that no two wait for each other in a circle; each takes those that it needs:
 * 1. advisory: `people`, `submitter` or `files` (`advisory-locks.ts`);
 * 2. one row of: judgehost, problem (an import), wall-limit proposals by id, rejudging;
 * 3. submissions by id;
 * 4. a judging: every claim, report or cancellation of one of its tasks locks the judging first;
 * 5. judge tasks of that judging; who has not locked their judging skips those that are locked;
 * 6. advisory: `wallLimitRules`;
 * 7. the contest or problem whose rule changes; the contest that is redefined, with those that get an event for its teams, by id;
 * 8. contests, by id, for the events of the unit.
 *
 * Events are appended when the work is done, contest by contest in the order of their ids. So the row of a contest is the
 * last lock of every unit, all units take these locks in the same order, and the order of events is that of the commits.
 * New submissions, which no other transaction sees yet, get their numbers in that last statement.
 */
import type { ContestEventData } from '@sandglass/contracts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { appendEvents } from './event-log.ts';

export interface Unit extends Transaction {
  /** Appends an event, after every statement of the unit. Events of one contest keep the order of these calls. */
  event(contestId: string, data: ContestEventData): void;
  /** Does `effect` once the unit is committed, in the order of these calls, after its events are known here. */
  afterCommit(effect: () => void): void;
  /** Also its events and effects are dropped when it throws. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface UnitsParts {
  readonly database: Database;
  /** Called after the commit for each contest that got an event: there is no need to wait for the notification. */
  readonly onEvents: (contestId: string) => void;
  readonly log: Log;
}

interface PendingEvent {
  readonly contestId: string;
  readonly data: ContestEventData;
}

export class Units {
  readonly #parts: UnitsParts;

  constructor(parts: UnitsParts) {
    this.#parts = parts;
  }

  /** Commits what `work` does as one; anything thrown rolls it back, drops its events and effects, and is thrown on. */
  async run<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const { database, onEvents } = this.#parts;
    const events: PendingEvent[] = [];
    const effects: (() => void)[] = [];
    const result = await database.transaction(async (sql) => {
      const unit: Unit = {
        ...sql,
        event: (contestId, data) => events.push({ contestId, data }),
        afterCommit: (effect) => effects.push(effect),
        attempt: async (part) => {
          const [eventsBefore, effectsBefore] = [events.length, effects.length];
          try {
            return await sql.attempt(part);
          } catch (error) {
            events.length = eventsBefore;
            effects.length = effectsBefore;
            throw error;
          }
        },
      };
      const done = await work(unit);
      for (const [contestId, own] of eventsByContest(events))
        await appendEvents(
          sql,
          contestId,
          own.map(({ data }) => data),
        );
      return done;
    });
    for (const [contestId] of eventsByContest(events)) this.#follow(() => onEvents(contestId));
    for (const effect of effects) this.#follow(effect);
    return result;
  }

  /** What is committed stays so: an effect that fails must not look like a unit that failed. */
  #follow(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'what should follow a commit failed');
    }
  }
}

function eventsByContest(events: readonly PendingEvent[]): [string, PendingEvent[]][] {
  return [...Map.groupBy(events, ({ contestId }) => contestId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
