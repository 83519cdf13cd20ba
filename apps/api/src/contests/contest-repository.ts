/** Contests as the read models need them: definition, teams, problems with the facts of their current version. */
import type { ContestEvent, ContestEventData, ProblemKind } from '@sandglass/contracts';
import type { ProblemLimitValues, ScoreboardTeam, WallLimitRule } from '@sandglass/domain';
import type { Database, Sql } from '../database/database.ts';

export interface StoredFileRow {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Files a package adds to the submissions in one language, or in any (`default`). */
export interface IncludesRow {
  readonly language: string;
  readonly files: readonly StoredFileRow[];
}

/** A sample's files as contestants see them. */
export interface DisplayRow {
  readonly input: StoredFileRow;
  readonly answer: StoredFileRow;
  readonly downloadInput: StoredFileRow;
  readonly downloadAnswer: StoredFileRow;
  /** Shown instead of all the others. */
  readonly interaction: StoredFileRow | null;
}

export interface StatementFile {
  readonly language: string;
  readonly format: 'markdown' | 'html' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  readonly resources: readonly { name: string; sha256: string; bytes: number }[];
}

export interface SampleFile extends DisplayRow {
  readonly ordinal: number;
  readonly name: string;
}

export interface ValidatorRow {
  readonly kind: 'default' | 'custom';
  readonly flags: string[];
  readonly language?: string;
  readonly files?: StoredFileRow[];
}

export interface ProblemDefinition {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly versionId: string;
  readonly name: string;
  readonly limits: ProblemLimitValues;
  readonly wallLimitRule: WallLimitRule | null;
  readonly kind: ProblemKind;
  /** Languages for which the package brings files of its own; `default`: for any. */
  readonly includesFor: readonly string[];
  /** Submit-answer problems: names of the tests. */
  readonly answerTests: readonly string[];
  readonly validator: ValidatorRow;
  /** Empty: all. */
  readonly allowedLanguages: readonly string[];
  readonly testCount: number;
  readonly samples: readonly SampleFile[];
  readonly statements: readonly StatementFile[];
  readonly attachments: readonly { name: string; sha256: string; bytes: number }[];
}

export interface ContestDefinitionRow {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly freezesAt: Date | null;
  readonly thawsAt: Date | null;
  readonly finalizedAt: Date | null;
  readonly penaltyMinutes: number;
  /** Chroot image submissions are judged in; null: none. */
  readonly image: string | null;
  readonly lazyJudging: boolean;
  readonly wallLimitRule: WallLimitRule | null;
  readonly problems: readonly ProblemDefinition[];
  readonly teams: readonly ScoreboardTeam[];
}

export class ContestRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Ids and last seqs of all contests: what a process compares itself with. */
  async heads(): Promise<{ id: string; lastSeq: number }[]> {
    return this.#database.query('SELECT id, last_seq AS "lastSeq" FROM contest');
  }

  async definition(id: string): Promise<ContestDefinitionRow | null> {
    const contest = await this.#database.prisma.contest.findUnique({
      where: { id },
      include: {
        teams: { include: { team: true } },
        problems: {
          orderBy: { ordinal: 'asc' },
          include: {
            problem: {
              include: {
                currentVersion: {
                  include: {
                    statements: { orderBy: { language: 'asc' } },
                    attachments: { orderBy: { name: 'asc' } },
                    testCases: { where: { isSample: true }, orderBy: { ordinal: 'asc' } },
                    _count: { select: { testCases: true } },
                  },
                },
              },
            },
          },
        },
      },
    });
    if (contest === null) return null;
    const answerTests = await this.#answerTests(
      contest.problems.flatMap(({ problem }) => problem.currentVersion ?? []),
    );
    return {
      ...contest,
      wallLimitRule: contest.wallLimitRule as WallLimitRule | null,
      teams: contest.teams.map(({ team }) => team),
      problems: contest.problems.flatMap(({ label, colour, problem }) => {
        const version = problem.currentVersion;
        if (version === null) return [];
        const { _count: counts } = version;
        return {
          id: problem.id,
          label,
          colour,
          versionId: version.id,
          name: version.name,
          limits: version.limits as unknown as ProblemLimitValues,
          wallLimitRule: problem.wallLimitRule as WallLimitRule | null,
          validator: version.validator as unknown as ValidatorRow,
          allowedLanguages: version.allowedLanguages,
          testCount: counts.testCases,
          kind: version.kind as ProblemKind,
          includesFor: (version.includes as unknown as IncludesRow[]).map(({ language }) => language),
          answerTests: answerTests.get(version.id) ?? [],
          samples: version.testCases.map(sampleOf),
          statements: version.statements.map((statement) => ({
            language: statement.language,
            format: statement.format as StatementFile['format'],
            sha256: statement.sha256,
            bytes: statement.bytes,
            resources: statement.resources as unknown as StatementFile['resources'],
          })),
          attachments: version.attachments.map((file) => ({
            name: file.name,
            sha256: file.sha256,
            bytes: Number(file.bytes),
          })),
        };
      }),
    };
  }

  /** Names of the tests of submit-answer problems, which their answers are called by. */
  async #answerTests(versions: readonly { id: string; kind: unknown }[]): Promise<Map<string, string[]>> {
    const ids = versions.filter(({ kind }) => (kind as ProblemKind).submitAnswer).map(({ id }) => id);
    const tests = new Map<string, string[]>(ids.map((id) => [id, []]));
    if (ids.length === 0) return tests;
    const rows = await this.#database.prisma.testCase.findMany({
      where: { versionId: { in: ids } },
      orderBy: { ordinal: 'asc' },
      select: { versionId: true, name: true },
    });
    for (const { versionId, name } of rows) tests.get(versionId)?.push(name);
    return tests;
  }

  /** Events after `seq`, in order, `limit` at most. */
  async eventsAfter(contestId: string, seq: number, limit: number): Promise<ContestEvent[]> {
    const rows = await this.#database.query<{ seq: number; at: Date; data: ContestEventData }>(
      'SELECT seq, at, data FROM contest_event WHERE contest_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [contestId, seq, limit],
    );
    return rows.map((row) => ({ seq: row.seq, at: row.at.toISOString(), data: row.data }));
  }
}

interface SampleRecord {
  readonly ordinal: number;
  readonly name: string;
  readonly inputSha256: string;
  readonly inputBytes: bigint;
  readonly answerSha256: string;
  readonly answerBytes: bigint;
  readonly display: unknown;
}

function sampleOf(test: SampleRecord): SampleFile {
  const { ordinal, name } = test;
  const input = { name: `${name}.in`, sha256: test.inputSha256, bytes: Number(test.inputBytes) };
  const answer = { name: `${name}.ans`, sha256: test.answerSha256, bytes: Number(test.answerBytes) };
  const judged = { input, answer, downloadInput: input, downloadAnswer: answer, interaction: null };
  return { ordinal, name, ...judged, ...(test.display as DisplayRow | null) };
}

/**
 * Appends an event inside the transaction that makes it true. The contest's row is locked
 * from here to the commit, so seq order is commit order and no reader can skip one:
 * call it last.
 * @returns its seq
 */
export async function appendEvent(sql: Sql, contestId: string, data: ContestEventData): Promise<number> {
  return appendEvents(sql, contestId, [data]);
}

/** Several at once, in this order. @returns the seq of the last */
export async function appendEvents(
  sql: Sql,
  contestId: string,
  data: readonly ContestEventData[],
): Promise<number> {
  const rows = await sql.query<{ seq: number }>(
    `WITH head AS (
       UPDATE contest SET last_seq = last_seq + cardinality($2::jsonb[]) WHERE id = $1 RETURNING last_seq
     ), event AS (
       INSERT INTO contest_event (contest_id, seq, at, data)
       SELECT $1, last_seq - cardinality($2::jsonb[]) + ordinality, clock_timestamp(), data
       FROM head, unnest($2::jsonb[]) WITH ORDINALITY AS e(data, ordinality)
     )
     SELECT last_seq AS seq, pg_notify('sandglass_event', $1) FROM head`,
    [contestId, data.map((one) => JSON.stringify(one))],
  );
  const seq = rows[0]?.seq;
  if (seq === undefined) throw new Error(`there is no contest "${contestId}" to append an event to`);
  return seq;
}
