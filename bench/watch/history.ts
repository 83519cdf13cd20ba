/**
 * The records of a contest that was judged: submissions, judgings, tasks and runs, written straight into the database,
 * spread over the last hour and over all slots; and the life of the contest going on.
 */
import { Client } from 'pg';

export interface HistoryOptions {
  readonly contest: string;
  readonly submissions: number;
  readonly testsPerSubmission: number;
  readonly slots: number;
}

export class History implements AsyncDisposable {
  readonly #sql: Client;
  readonly #options: HistoryOptions;
  #timer: NodeJS.Timeout | undefined;
  #step: Promise<void> = Promise.resolve();

  private constructor(sql: Client, options: HistoryOptions) {
    this.#sql = sql;
    this.#options = options;
  }

  static async write(databaseUrl: string, options: HistoryOptions): Promise<History> {
    const sql = new Client({ connectionString: databaseUrl });
    await sql.connect();
    const history = new History(sql, options);
    await history.#past();
    return history;
  }

  /** @param perSecond tasks that begin, and about as many that end, every second */
  goOn(perSecond: number): void {
    const step = async (): Promise<void> => {
      await this.#begin(perSecond);
      await this.#end();
    };
    this.#timer = setInterval(() => {
      this.#step = this.#step.then(step);
    }, 1000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#step;
    await this.#sql.end();
  }

  async #past(): Promise<void> {
    const { contest, submissions, testsPerSubmission, slots } = this.#options;
    await this.#sql.query('SET synchronous_commit = off');
    await this.#sql.query(
      `CREATE TEMP TABLE plan AS
       WITH problems AS (SELECT cp.problem_id, p.current_version_id, row_number() OVER (ORDER BY cp.ordinal) - 1 AS n
           FROM contest_problem cp JOIN problem p ON p.id = cp.problem_id WHERE cp.contest_id = $1),
         teams AS (SELECT team_id, row_number() OVER (ORDER BY team_id) - 1 AS n FROM contest_team WHERE contest_id = $1),
         hosts AS (SELECT id, name, row_number() OVER (ORDER BY name) - 1 AS n FROM judgehost),
         numbered AS (SELECT i, now() - (3600.0 * ($2 - i) / $2) * interval '1 second' AS at,
           (i * 2654435761) % 1000 AS r FROM generate_series(0, $2 - 1) AS i)
       SELECT gen_random_uuid() AS submission, gen_random_uuid() AS judging, gen_random_uuid() AS task, i, at, r,
         p.problem_id, p.current_version_id AS version, t.team_id, h.id AS host, h.name AS host_name,
         (random() * 1000)::int % $3 AS slot,
         CASE WHEN r < 520 THEN 'AC' WHEN r < 800 THEN 'WA' WHEN r < 880 THEN 'TLE' WHEN r < 930 THEN 'RTE' WHEN r < 990 THEN 'CE' ELSE 'WTL' END AS verdict
       FROM numbered JOIN problems p ON p.n = i % (SELECT count(*) FROM problems)
         JOIN teams t ON t.n = i % (SELECT count(*) FROM teams) JOIN hosts h ON h.n = i % (SELECT count(*) FROM hosts)`
        .replaceAll('$2', String(submissions))
        .replaceAll('$3', String(slots)),
      [contest],
    );
    await this.#sql.query(
      `INSERT INTO submission (id, contest_id, problem_id, team_id, language_id, submitted_at, jury, content_hash, number)
       SELECT submission, $1, problem_id, team_id, 'cpp', at, false, repeat('0', 64),
         (SELECT last_number FROM contest WHERE id = $1) + 1 + i FROM plan`,
      [contest],
    );
    await this.#sql.query(
      'UPDATE contest SET last_number = (SELECT max(number) FROM submission WHERE contest_id = $1) WHERE id = $1',
      [contest],
    );
    await this.#sql.query(
      `INSERT INTO judging (id, submission_id, version_id, state, verdict, created_at, started_at, ended_at, judgehost, limits, tests_total, tests_done,
         compile_success, compile_measurement, max_cpu_us, max_wall_us, max_gap_us, max_memory_bytes)
       SELECT judging, submission, version, 'done', verdict, at, at + interval '0.3 second', at + interval '4 seconds', host_name,
         '{"compile":{},"run":{},"validation":{}}', ${testsPerSubmission}, ${testsPerSubmission}, verdict <> 'CE', '{"wallUs":700000}', 200000, 210000, 10000, 5000000
       FROM plan`,
    );
    await this.#sql.query(
      `INSERT INTO judge_task (id, judging_id, ordinal, first_test, last_test, state, deadline_ms, expected_ms, fencing_token, judgehost_id, slot, claimed_at, finished_at)
       SELECT task, judging, 0, 0, ${testsPerSubmission - 1}, 'done', 0, 3000, 1, host, slot, at + interval '0.3 second',
         at + interval '0.3 second' + (1.0 + r % 97 / 20.0) * interval '1 second' FROM plan`,
    );
    await this.#sql.query(runsOf('plan', testsPerSubmission));
    // They were there while they judged.
    await this.#sql.query(`UPDATE health_period SET from_at = least(from_at, now() - interval '1 hour')`);
    await this.#sql.query('DROP TABLE plan');
    await this.#sql.query('ANALYZE');
  }

  /** Some tasks are claimed by slots that have none. */
  async #begin(count: number): Promise<void> {
    await this.#sql.query(
      `WITH unused AS (
         SELECT h.id, h.name, s AS slot FROM judgehost h, generate_series(0, $2 - 1) s
         WHERE h.last_seen_at > now() - interval '5 seconds' AND NOT EXISTS (SELECT 1 FROM judge_task t WHERE t.state = 'claimed' AND t.judgehost_id = h.id AND t.slot = s)
         ORDER BY random() LIMIT $1),
       chosen AS (SELECT id, version_id, submission_id, row_number() OVER () AS n FROM (SELECT * FROM judging ORDER BY id LIMIT $1) j),
       fresh AS (SELECT gen_random_uuid() AS judging, gen_random_uuid() AS task, f.*, chosen.version_id, chosen.submission_id
         FROM (SELECT *, row_number() OVER () AS n FROM unused) f JOIN chosen USING (n)),
       made AS (INSERT INTO judging (id, submission_id, version_id, valid, state, limits, tests_total, judgehost, compile_success)
         SELECT judging, submission_id, version_id, false, 'running', '{}', 8, name, true FROM fresh)
       INSERT INTO judge_task (id, judging_id, ordinal, first_test, last_test, state, deadline_ms, expected_ms, fencing_token, judgehost_id, slot, claimed_at, lease_until)
       SELECT task, judging, 0, 0, 7, 'claimed', 0, 3000, 1, id, slot, now(), now() + interval '1 hour' FROM fresh`.replaceAll(
        '$2',
        String(this.#options.slots),
      ),
      [count],
    );
  }

  async #end(): Promise<void> {
    await this.#sql.query(
      `CREATE TEMP TABLE ended ON COMMIT PRESERVE ROWS AS
       SELECT t.id AS task, t.judging_id AS judging, h.name AS host_name, t.slot, t.claimed_at - interval '0.3 second' AS at,
         (random() * 999)::int AS r, CASE WHEN random() < 0.6 THEN 'AC' WHEN random() < 0.7 THEN 'WA' ELSE 'TLE' END AS verdict
       FROM judge_task t JOIN judgehost h ON h.id = t.judgehost_id
       WHERE t.state = 'claimed' AND t.claimed_at < now() - (1 + random() * 5) * interval '1 second'`,
    );
    await this.#sql.query(runsOf('ended', 8));
    await this.#sql.query(
      `UPDATE judge_task t SET state = 'done', finished_at = now() FROM ended e WHERE t.id = e.task`,
    );
    await this.#sql.query('DROP TABLE ended');
  }
}

/** Tests one after another from 0.9 s after the claim on; the last but one decides. */
function runsOf(plan: string, tests: number): string {
  return `INSERT INTO run (judging_id, ordinal, task_id, fencing_token, verdict, reason, suspect, judgehost, slot, started_at, outcome,
      exit_code, cpu_us, user_us, system_us, wall_us, gap_us, setup_us, teardown_us, memory_bytes, stdout_bytes, stderr_bytes,
      output_head, stderr_head, validator_message)
    SELECT judging, n, task, 1, CASE WHEN n = ${tests - 2} THEN verdict ELSE 'AC' END, 'written by the bench', r % 200 = 7, host_name, slot,
      at + interval '1.2 seconds' + n * ((0.1 + r % 97 / 20.0) / ${tests}) * interval '1 second', 'exited', 0, 90000, 80000, 10000,
      (90000 + r * 300)::int8, (r * 300)::int8, 300, 200, 5000000, 100, 0, '', '', ''
    FROM ${plan} CROSS JOIN generate_series(0, ${tests - 1}) AS n WHERE verdict <> 'CE' ON CONFLICT DO NOTHING`;
}
