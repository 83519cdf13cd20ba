/**
 * What judging takes, per problem version × language, kept in memory by every process and learned from the judgings
 * that end: no submission waits for a query to get its place in line.
 */
import { learnCost, nothingLearned, type LearnedCost } from '@sandglass/domain';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/lib/log.ts';
import { PeriodicJob } from '../../platform/lib/periodic-job.ts';
import { endedAfter, latestEnded, type EndedJudging } from './cost-repository.ts';

/** How often judgings that have ended are looked for. */
const intervalMs = 5000;
/** What is read at the start: enough for every problem of a contest. */
const maxFirst = 5000;
const defaultPageSize = 1000;
/** Transactions that began earlier may end later: so far back each look reaches again. */
const overlapMs = 10_000;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

export class CostModel {
  readonly #database: Database;
  readonly #pageSize: number;
  readonly #learned = new Map<string, LearnedCost>();
  /** Judgings of the overlap that have been learned from. */
  #recent = new Map<string, number>();
  #sinceMs = 0;
  readonly #job: PeriodicJob;

  /** @param pageSize judgings read at a time */
  constructor(database: Database, log: Log, pageSize = defaultPageSize) {
    this.#database = database;
    this.#pageSize = pageSize;
    this.#job = new PeriodicJob({
      everyMs: intervalMs,
      go: () => this.look(),
      failed: 'costs could not be learned',
      log,
    });
  }

  async open(): Promise<void> {
    this.#learn(await latestEnded(this.#database, maxFirst));
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  of(versionId: string, languageId: string): LearnedCost {
    return this.#learned.get(keyOf(versionId, languageId)) ?? nothingLearned;
  }

  /** Learns from what has ended since the last look. */
  async look(): Promise<void> {
    // However many ended within the overlap, the page after the last row is another one.
    let last: Pick<EndedJudging, 'id' | 'endedAt'> | undefined = {
      id: beforeAllIds,
      endedAt: new Date(this.#sinceMs - overlapMs),
    };
    while (last !== undefined) {
      const rows: EndedJudging[] = await endedAfter(this.#database, last, this.#pageSize);
      this.#learn(rows);
      last = rows.length < this.#pageSize ? undefined : rows.at(-1);
    }
  }

  #learn(rows: readonly EndedJudging[]): void {
    for (const row of rows) {
      if (this.#recent.has(row.id)) continue;
      this.#recent.set(row.id, row.endedAt.getTime());
      this.#sinceMs = Math.max(this.#sinceMs, row.endedAt.getTime());
      const key = keyOf(row.versionId, row.languageId);
      const known = this.#learned.get(key) ?? nothingLearned;
      // However many tasks there were, the program was compiled once.
      const testsMs = row.slotMs - (row.compileMs ?? 0);
      this.#learned.set(key, learnCost(known, { compileMs: row.compileMs, tests: row.tests, testsMs }));
    }
    const horizon = this.#sinceMs - 2 * overlapMs;
    this.#recent = new Map([...this.#recent].filter(([, endedAtMs]) => endedAtMs >= horizon));
  }
}

function keyOf(versionId: string, languageId: string): string {
  return `${versionId} ${languageId}`;
}
