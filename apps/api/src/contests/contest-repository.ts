/** Contests as the read models need them: definition, teams, problems with the facts of their current version. */
import type { ContestEvent, ContestEventData } from '@sandglass/contracts';
import type { ProblemLimitValues, ScoreboardTeam, WallLimitRule } from '@sandglass/domain';
import type { Database, Sql } from '../database/database.ts';

export interface StatementFile {
  readonly language: string;
  readonly format: 'markdown' | 'html' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  readonly resources: readonly { name: string; sha256: string; bytes: number }[];
}

export interface SampleFile {
  readonly ordinal: number;
  readonly name: string;
  readonly inputSha256: string;
  readonly inputBytes: number;
  readonly answerSha256: string;
  readonly answerBytes: number;
}

export interface ValidatorRow {
  readonly kind: 'default' | 'custom';
  readonly flags: string[];
  readonly language?: string;
  readonly files?: { name: string; sha256: string; bytes: number }[];
}

export interface ProblemDefinition {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly versionId: string;
  readonly name: string;
  readonly limits: ProblemLimitValues;
  readonly wallLimitRule: WallLimitRule | null;
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
          samples: version.testCases.map((test) => ({
            ordinal: test.ordinal,
            name: test.name,
            inputSha256: test.inputSha256,
            inputBytes: Number(test.inputBytes),
            answerSha256: test.answerSha256,
            answerBytes: Number(test.answerBytes),
          })),
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

  /** Events after `seq`, in order, `limit` at most. */
  async eventsAfter(contestId: string, seq: number, limit: number): Promise<ContestEvent[]> {
    const rows = await this.#database.query<{ seq: number; at: Date; data: ContestEventData }>(
      'SELECT seq, at, data FROM contest_event WHERE contest_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [contestId, seq, limit],
    );
    return rows.map((row) => ({ seq: row.seq, at: row.at.toISOString(), data: row.data }));
  }
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
