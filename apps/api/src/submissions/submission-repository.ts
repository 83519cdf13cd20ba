/** Submissions in the database: writing one with its judging and its event, and reading them. */
import {
  rejudgingFilterOf,
  splitChoices,
  verdictIds,
  type ContestRules,
  type SubmissionQuery,
  type Verdict,
} from '@sandglass/contracts';
import { shownAs } from '@sandglass/domain';
import { takeLockOf } from '../platform/database/advisory-locks.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { addFilter, Conditions } from './submission-conditions.ts';
import type { SubmissionRow } from './submission-row.ts';

export interface NewFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface NewSubmission {
  readonly id: string;
  readonly contestId: string;
  readonly problemId: string;
  readonly teamId: string | null;
  readonly accountId: string | null;
  readonly languageId: string;
  readonly entryPoint: string | null;
  readonly submittedAt: Date;
  readonly jury: boolean;
  readonly expected: readonly Verdict[];
  readonly juryPath: string | null;
  readonly idempotencyKey: string | null;
  readonly contentHash: string;
  readonly files: readonly NewFile[];
}

/** Both ends belong to it. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Summary columns; `$1`… belong to the caller's WHERE. The change is the last one of the verdict, by a rejudging; a judging
 * error was no verdict.
 */
const summaryColumns = `
  s.id, s.number, s.contest_id AS "contestId", s.team_id AS "teamId", coalesce(t.display_name, t.name) AS "teamName",
  cp.label, cp.colour, pv.name AS "problemName",
  s.language_id AS "languageId", s.submitted_at AS "submittedAt",
  s.jury, s.expected, s.jury_path AS "juryPath", s.entry_point AS "entryPoint",
  j.id AS "judgingId", coalesce(j.state, 'queued') AS state, j.verdict,
  coalesce(j.tests_done, 0) AS "testsDone", coalesce(j.tests_total, 0) AS "testsTotal",
  j.max_cpu_us::float8 AS "maxCpuUs", j.max_wall_us::float8 AS "maxWallUs",
  j.max_gap_us::float8 AS "maxGapUs", j.max_memory_bytes::float8 AS "maxMemoryBytes", j.judgehost,
  coalesce(j.suspect, false) AS suspect, coalesce(j.while_unhealthy, false) AS "whileUnhealthy",
  changed.at AS "changedAt", changed.verdict AS "changedFrom"`;

const summaryTables = `
  submission s
  JOIN problem p ON p.id = s.problem_id
  LEFT JOIN judging j ON j.submission_id = s.id AND j.valid
  LEFT JOIN problem_version pv ON pv.id = coalesce(j.version_id, p.current_version_id)
  LEFT JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
  LEFT JOIN team t ON t.id = s.team_id
  LEFT JOIN LATERAL (
    SELECT r.ended_at AS at, o.verdict
    FROM rejudged_submission m JOIN rejudging r ON r.id = m.rejudging_id JOIN judging o ON o.id = m.old_judging_id
    WHERE j.rejudging_id IS NOT NULL AND m.submission_id = s.id AND m.new_judging_id IS NOT NULL
      AND o.verdict <> j.verdict AND o.verdict <> 'JE'
    ORDER BY r.ended_at DESC LIMIT 1
  ) AS changed ON true`;

export class SubmissionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Until this transaction ends, no other one hands in for the same owner: what it finds waiting is all there is, and two
   * at the same moment are one after the other. @param owner a team, or "jury"
   */
  async oneAtATime(sql: Sql, contestId: string, owner: string): Promise<void> {
    await takeLockOf(sql, 'submitter', JSON.stringify([contestId, owner]));
  }

  /** @returns false when this account used the key before: then nothing was written */
  async insert(sql: Sql, submission: NewSubmission): Promise<boolean> {
    const inserted = await sql.query(
      `INSERT INTO submission (id, contest_id, problem_id, team_id, account_id, language_id, entry_point, submitted_at,
         jury, expected, jury_path, idempotency_key, content_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       ON CONFLICT (contest_id, account_id, idempotency_key) DO NOTHING RETURNING id`,
      [
        submission.id,
        submission.contestId,
        submission.problemId,
        submission.teamId,
        submission.accountId,
        submission.languageId,
        submission.entryPoint,
        submission.submittedAt,
        submission.jury,
        submission.expected,
        submission.juryPath,
        submission.idempotencyKey,
        submission.contentHash,
      ],
    );
    if (inserted.length === 0) return false;
    await sql.query(
      `INSERT INTO submission_file (submission_id, ordinal, name, content)
       SELECT $1, f.ordinal - 1, f.name, f.content
       FROM unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS f(name, content, ordinal)`,
      [
        submission.id,
        submission.files.map((file) => file.name),
        submission.files.map((file) => file.content),
      ],
    );
    return true;
  }

  async byIdempotencyKey(contestId: string, accountId: string, key: string): Promise<SubmissionRow | null> {
    const rows = await this.#summaries(
      'WHERE s.contest_id = $1 AND s.account_id = $2 AND s.idempotency_key = $3',
      [contestId, accountId, key],
    );
    return rows[0] ?? null;
  }

  async byId(id: string): Promise<SubmissionRow | null> {
    return (await this.#summaries('WHERE s.id = $1', [id]))[0] ?? null;
  }

  async byIds(ids: readonly string[]): Promise<SubmissionRow[]> {
    return this.#summaries('WHERE s.id = ANY($1::uuid[])', [ids]);
  }

  /**
   * Newest first. `teamId`: of this team only. `forJury`: with the jury's own, and a judging error is what it is; for
   * everybody else it is a judging that goes on. `remap`: what verdicts are filtered by; `lateVerdictsFrom`: what arrived from
   * then on has none for this reader.
   */
  async list(
    contestId: string,
    query: SubmissionQuery & {
      readonly teamId?: string | null;
      readonly forJury: boolean;
      readonly remap?: ContestRules['remap'];
      readonly lateVerdictsFrom?: number | null;
    },
  ): Promise<SubmissionRow[]> {
    const conditions = new Conditions('s.contest_id = $1', [contestId]);
    const { verdicts, jury, ...filter } = rejudgingFilterOf(query);
    addFilter(conditions, filter);
    const pending = splitChoices(query.verdict ?? '').includes('pending');
    const isOpen = `j.state IS DISTINCT FROM 'done'`;
    addVerdicts(
      conditions,
      verdicts === undefined ? undefined : shownAs(verdicts, query.remap ?? {}, verdictIds),
      pending ? (query.forJury ? isOpen : `(${isOpen} OR j.verdict = 'JE')`) : null,
    );
    const from = query.lateVerdictsFrom ?? null;
    if (from !== null && query.verdict !== undefined)
      conditions.and(new Date(from), (at) => `s.submitted_at < ${at}::timestamptz`);
    conditions.and(query.teamId, (at) => `s.team_id = ${at}`);
    if (!query.forJury || jury === 'no') conditions.andThat('NOT s.jury');
    else if (jury === 'yes') conditions.andThat('s.jury');
    conditions.and(query.ids?.split(','), (at) => `s.id = ANY(${at}::uuid[])`);
    conditions.and(query.before, (at) => `s.id < ${at}::uuid`);
    return this.#summaries(
      `WHERE ${conditions.sql} ORDER BY s.id DESC LIMIT ${query.limit + 1}`,
      conditions.values,
    );
  }

  /** Instants of a team's submissions that arrived until then, newest first: for the rate limit. */
  async recentInstants(
    sql: Sql,
    contestId: string,
    teamId: string,
    until: Date,
    limit: number,
  ): Promise<number[]> {
    const rows = await sql.query<{ at: Date }>(
      `SELECT submitted_at AS at FROM submission WHERE contest_id = $1 AND team_id = $2 AND submitted_at <= $3
         ORDER BY id DESC LIMIT $4`,
      [contestId, teamId, until, limit],
    );
    return rows.map(({ at }) => at.getTime());
  }

  /** The same content by the same account within a moment: a second click without a key. */
  async duplicate(
    sql: Sql,
    contestId: string,
    accountId: string,
    contentHash: string,
    { from, until }: Span,
  ): Promise<SubmissionRow | null> {
    const rows = await this.#summaries(
      'WHERE s.contest_id = $1 AND s.account_id = $2 AND s.content_hash = $3 AND s.submitted_at BETWEEN $4 AND $5 AND NOT s.jury ORDER BY s.id LIMIT 1',
      [contestId, accountId, contentHash, from, until],
      sql,
    );
    return rows[0] ?? null;
  }

  async juryPaths(contestId: string, problemId: string): Promise<Set<string>> {
    const rows = await this.#database.query<{ path: string }>(
      `SELECT s.jury_path || ' ' || j.version_id AS path FROM submission s JOIN judging j ON j.submission_id = s.id AND j.valid
       WHERE s.contest_id = $1 AND s.problem_id = $2 AND s.jury AND s.jury_path IS NOT NULL`,
      [contestId, problemId],
    );
    return new Set(rows.map(({ path }) => path));
  }

  #summaries(tail: string, values: readonly unknown[], sql: Sql = this.#database): Promise<SubmissionRow[]> {
    return sql.query<SubmissionRow>(`SELECT ${summaryColumns} FROM ${summaryTables} ${tail}`, values);
  }
}

/** @param open what makes a submission pending; null: those are not asked for */
function addVerdicts(
  conditions: Conditions,
  verdicts: readonly Verdict[] | undefined,
  open: string | null,
): void {
  if (verdicts === undefined) {
    if (open !== null) conditions.andThat(open);
    return;
  }
  conditions.and(
    verdicts,
    (at) => `((j.state = 'done' AND j.verdict = ANY(${at}::text[]))${open === null ? '' : ` OR ${open}`})`,
  );
}
