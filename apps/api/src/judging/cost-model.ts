/**
 * What judging takes, per problem version × language, kept in memory by every process and learned from the judgings
 * that end: no submission waits for a query to get its place in line.
 */
import { learnCost, nothingLearned, type LearnedCost } from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/app-type.ts';
import { Rounds } from '../rounds.ts';

/** How often judgings that have ended are looked for. */
const intervalMs = 5000;
/** What is read at the start: enough for every problem of a contest. */
const firstAtMost = 5000;
const defaultPageSize = 1000;
/** Transactions that began earlier may end later: so far back each look reaches again. */
const overlapMs = 10_000;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

interface EndedJudging {
  readonly id: string;
  readonly versionId: string;
  readonly languageId: string;
  readonly endedAt: Date;
  readonly compileMs: number | null;
  /** Of all its pieces, on their slots. */
  readonly slotMs: number;
  readonly tests: number;
}

const endedJudgings = `
  SELECT j.id, j.version_id AS "versionId", s.language_id AS "languageId", j.ended_at AS "endedAt",
    (j.compile_measurement->>'wallUs')::float8 / 1000 AS "compileMs", t.ms AS "slotMs", r.tests
  FROM judging j JOIN submission s ON s.id = j.submission_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(extract(epoch FROM finished_at - claimed_at)) * 1000, 0)::float8 AS ms
      FROM judge_task WHERE judging_id = j.id AND finished_at IS NOT NULL AND claimed_at IS NOT NULL) t
    CROSS JOIN LATERAL (SELECT count(*)::int AS tests FROM run WHERE judging_id = j.id) r
  WHERE j.ended_at IS NOT NULL AND j.verdict <> 'JE'`;

export class CostModel {
  readonly #database: Database;
  readonly #pageSize: number;
  readonly #learned = new Map<string, LearnedCost>();
  /** Judgings of the overlap that have been learned from. */
  #recent = new Map<string, number>();
  #sinceMs = 0;
  readonly #rounds: Rounds;

  /** @param pageSize judgings read at a time */
  constructor(database: Database, log: Log, pageSize = defaultPageSize) {
    this.#database = database;
    this.#pageSize = pageSize;
    this.#rounds = new Rounds({
      everyMs: intervalMs,
      go: () => this.look(),
      failed: 'costs could not be learned',
      log,
    });
  }

  async open(): Promise<void> {
    const rows = await this.#database.query<EndedJudging & Record<string, unknown>>(
      `SELECT * FROM (${endedJudgings} ORDER BY j.ended_at DESC LIMIT $1) AS latest ORDER BY "endedAt"`,
      [firstAtMost],
    );
    this.#learn(rows);
    this.#rounds.open();
  }

  close(): Promise<void> {
    return this.#rounds.close();
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
      const rows: (EndedJudging & Record<string, unknown>)[] = await this.#database.query(
        `${endedJudgings} AND (j.ended_at, j.id) > ($1, $2::uuid) ORDER BY j.ended_at, j.id LIMIT $3`,
        [last.endedAt, last.id, this.#pageSize],
      );
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
      // However many pieces there were, the program was compiled once.
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
