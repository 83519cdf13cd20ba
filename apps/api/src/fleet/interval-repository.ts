/**
 * Intervals of what slots did, from the task records. Those are written by PostgreSQL's clock; what is asked and answered
 * here is by this process's, as everything that is drawn beside them.
 */
import { backgroundMs } from '@sandglass/domain';
import type { QueueSample, RunInterval, TaskInterval } from '@sandglass/contracts';
import type { Database } from '../platform/database/database.ts';
import { isPaused } from '../judging/tasks/eligibility-conditions.ts';
import { ServerClock } from '../platform/database/server-clock.ts';

/**
 * Runs of another token belong to an earlier claim of the task. What ran is looked up by the judging, which the
 * primary key of runs begins with. $1: how far PostgreSQL's clock is ahead, ms; runs are stored by the api's.
 */
const intervalOf = `
  SELECT t.id || '.' || t.fencing_token AS id, t.id AS "taskId", t.judging_id AS "judgingId",
    j.submission_id AS "submissionId", s.number AS "submissionNumber", s.contest_id AS "contestId", cp.label AS problem,
    j.rejudging_id IS NOT NULL AS rejudging, coalesce(h.name, '') AS judgehost, coalesce(r.slot, t.slot, 0) AS slot,
    extract(epoch FROM j.created_at)::float8 * 1000 - $1::float8 AS "dueAt",
    extract(epoch FROM t.claimed_at)::float8 * 1000 - $1::float8 AS "from",
    coalesce(extract(epoch FROM r.first_at)::float8 * 1000,
      CASE WHEN j.compile_success = false THEN extract(epoch FROM t.finished_at)::float8 * 1000 - $1::float8
        -- No run has ended yet: the first cannot have begun earlier.
        WHEN j.compile_success AND t.state = 'claimed'
          THEN least(extract(epoch FROM t.claimed_at)::float8 * 1000 + coalesce(c.ms, 0), extract(epoch FROM now())::float8 * 1000)
            - $1::float8 END) AS "compiledAt",
    c.ms AS "compileMs",
    extract(epoch FROM t.finished_at)::float8 * 1000 - $1::float8 AS "to",
    CASE t.state WHEN 'claimed' THEN 'running' WHEN 'due' THEN 'returned' ELSE t.state END AS state,
    coalesce(r.runs, 0) AS runs, coalesce(r.verdict, CASE WHEN j.compile_success = false THEN 'CE' END) AS verdict,
    coalesce(r.suspect, false) AS suspect, r.max_gap::float8 AS "maxGapUs", t.expected_ms AS "expectedMs"
  FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
    LEFT JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
    LEFT JOIN judgehost h ON h.id = t.judgehost_id
    LEFT JOIN LATERAL (
      SELECT min(r.started_at) AS first_at, count(*)::int AS runs, max(r.gap_us) AS max_gap, bool_or(r.suspect) AS suspect,
        -- The host may have exchanged the slot it claimed the task with.
        (array_agg(r.slot ORDER BY r.ordinal DESC))[1] AS slot,
        (array_agg(r.verdict ORDER BY r.verdict = 'AC', r.ordinal))[1] AS verdict
      FROM run r WHERE r.judging_id = t.judging_id AND r.task_id = t.id AND r.fencing_token = t.fencing_token
    ) r ON true
    -- Tasks after the first get the program that the first has compiled.
    CROSS JOIN LATERAL (SELECT CASE WHEN t.ordinal = 0 THEN (j.compile_measurement ->> 'wallUs')::float8 / 1000 ELSE 0 END AS ms) c`;

/** The queue at a moment, as QueueSample says. */
export interface QueueNow extends Pick<QueueSample, 'due' | 'dueMs' | 'claimed' | 'oldestMs'> {
  /** Submissions of teams of which no test has been judged and whose judging is not paused: those that `oldestMs` is of. */
  readonly waiting: number;
}

export interface RunningTask {
  readonly id: string;
  readonly taskId: string;
}

export class IntervalRepository {
  readonly #database: Database;
  readonly #clock: ServerClock;

  /** @param now this process's clock, ms */
  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#clock = new ServerClock(database, now);
  }

  /** Intervals that ended within (after, until], the latest first. Tasks cancelled before a host took them are none. */
  async ended(after: Date, until: Date, limit: number): Promise<TaskInterval[]> {
    const aheadMs = await this.#clock.aheadMs();
    return this.#intervals(
      `WHERE t.finished_at > $2 AND t.finished_at <= $3 AND t.claimed_at IS NOT NULL
       ORDER BY t.finished_at DESC LIMIT $4`,
      [aheadMs, new Date(after.getTime() + aheadMs), new Date(until.getTime() + aheadMs), limit],
    );
  }

  async byTasks(taskIds: readonly string[]): Promise<TaskInterval[]> {
    return this.#intervals(`WHERE t.id = ANY($2::uuid[])`, [await this.#clock.aheadMs(), taskIds]);
  }

  /** What slots did for these submissions at any time, the latest first. */
  async ofSubmissions(ids: readonly string[], limit: number): Promise<TaskInterval[]> {
    return this.#intervals(
      `WHERE j.submission_id = ANY($2::uuid[]) AND t.claimed_at IS NOT NULL
         AND (t.finished_at IS NOT NULL OR t.state = 'claimed')
       ORDER BY t.claimed_at DESC LIMIT $3`,
      [await this.#clock.aheadMs(), ids, limit],
    );
  }

  /** The submissions that have this number, the latest first. @param contest undefined: of any */
  async submissionsNumbered(number: number, contest?: string): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `SELECT s.id FROM contest c JOIN submission s ON s.contest_id = c.id
       WHERE s.number = $1 AND s.number > 0 AND ($2::text IS NULL OR c.id = $2) ORDER BY s.submitted_at DESC LIMIT 20`,
      [number, contest ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Claimed now: names only, for a look that is made every second. */
  running(): Promise<RunningTask[]> {
    return this.#database.query<RunningTask & Record<string, unknown>>(
      `SELECT id || '.' || fencing_token AS id, id AS "taskId" FROM judge_task WHERE state = 'claimed'`,
    );
  }

  /** The runs of these judgings, in their order. */
  runs(judgingIds: readonly string[], limit: number): Promise<RunInterval[]> {
    return this.#database.query<RunInterval & Record<string, unknown>>(
      `SELECT task_id AS "taskId", judgehost, slot, ordinal, attempt,
         extract(epoch FROM started_at)::float8 * 1000 AS "from", wall_us::float8 AS "wallUs", gap_us::float8 AS "gapUs",
         verdict, suspect
       FROM run WHERE judging_id = ANY($1::uuid[]) ORDER BY judging_id, ordinal, attempt LIMIT $2`,
      [judgingIds, limit],
    );
  }

  /**
   * The queue now.
   * @returns `waiting` and `oldestMs` of what is no rejudging and, as the jury's many, no background work, and whose judging
   *   nobody has paused
   */
  async queue(): Promise<QueueNow> {
    const rows = await this.#database.query<QueueNow & Record<string, unknown>>(
      `SELECT count(*) FILTER (WHERE t.state = 'due')::int AS due,
         coalesce(sum(t.expected_ms) FILTER (WHERE t.state = 'due'), 0)::float8 AS "dueMs",
         count(*) FILTER (WHERE t.state = 'claimed')::int AS claimed,
         count(*) FILTER (WHERE live.waits)::int AS waiting,
         coalesce(extract(epoch FROM now() - min(j.created_at) FILTER (WHERE live.waits)) * 1000, 0)::float8 AS "oldestMs"
       FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
         JOIN contest c ON c.id = s.contest_id
       CROSS JOIN LATERAL (SELECT t.state = 'due' AND j.started_at IS NULL AND j.rejudging_id IS NULL AND NOT s.jury
         AND t.deadline_ms <= extract(epoch FROM now()) * 1000 + $1 AND NOT ${isPaused} AS waits) AS live
       WHERE t.state IN ('due', 'claimed')`,
      [backgroundMs],
    );
    return rows[0] ?? { due: 0, dueMs: 0, claimed: 0, waiting: 0, oldestMs: 0 };
  }

  /** Gap percentiles of runs by host and quarter of a minute, of tasks that ended since then. */
  async gaps(
    since: Date,
  ): Promise<{ judgehost: string; at: number; p50Us: number; p95Us: number; p99Us: number }[]> {
    const aheadMs = await this.#clock.aheadMs();
    return this.#database.query<{
      judgehost: string;
      at: number;
      p50Us: number;
      p95Us: number;
      p99Us: number;
    }>(
      `SELECT r.judgehost, (floor((extract(epoch FROM t.finished_at) - $2::float8 / 1000) / 60) * 60000)::float8 AS at,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY greatest(r.gap_us, 0))::float8 AS "p50Us",
         percentile_disc(0.95) WITHIN GROUP (ORDER BY greatest(r.gap_us, 0))::float8 AS "p95Us",
         percentile_disc(0.99) WITHIN GROUP (ORDER BY greatest(r.gap_us, 0))::float8 AS "p99Us"
       FROM judge_task t JOIN run r ON r.judging_id = t.judging_id AND r.task_id = t.id
       WHERE t.finished_at > $1 GROUP BY 1, 2 ORDER BY 2`,
      [new Date(since.getTime() + aheadMs), aheadMs],
    );
  }

  /**
   * When each host was heard of first, by this process's clock, ms; those that never were are left out. One that never
   * reported its condition was there since it joined, as far as anybody knows: it may have judged all the while.
   */
  async firstSeen(): Promise<Map<string, number>> {
    const rows = await this.#database.query<{ name: string; at: number }>(
      `SELECT h.name, coalesce(
         (SELECT extract(epoch FROM min(p.from_at))::float8 * 1000 FROM health_period p WHERE p.judgehost_id = h.id),
         extract(epoch FROM h.created_at)::float8 * 1000 - $1::float8) AS at
       FROM judgehost h WHERE h.last_seen_at IS NOT NULL`,
      [await this.#clock.aheadMs()],
    );
    return new Map(rows.map(({ name, at }) => [name, at]));
  }

  async #intervals(where: string, values: readonly unknown[]): Promise<TaskInterval[]> {
    return this.#database.query<TaskInterval & Record<string, unknown>>(`${intervalOf} ${where}`, values);
  }
}
