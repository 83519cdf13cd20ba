/** Contests as the read models need them: definition, teams, problems with the facts of their current version. */
import {
  contestRulesOf,
  problemKindSchema,
  wallLimitRuleSchema,
  type ContestEvent,
  type ContestEventData,
  type ContestRules,
  type ProblemKind,
} from '@sandglass/contracts';
import {
  scoreboardTeam,
  type ContestTimes,
  type ProblemLimitValues,
  type RemovedInterval,
  type ScoreboardTeam,
  type WallLimitRule,
} from '@sandglass/domain';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import {
  displaySchema,
  includesSchema,
  limitsSchema,
  storedFilesSchema,
  validatorSchema,
  type SampleFile,
  type StatementFile,
  type ValidatorRow,
} from '../problems/problem-rows.ts';
import { timesOfStored } from './stored-times.ts';

/** Key of the global rule among the settings; a language's is this, a colon and its id. */
export const globalWallLimitSetting = 'wall-limit';
const ruleSchema = wallLimitRuleSchema.nullable();

/** Instead of what the package says; null: as it says. */
export interface DecidedLimits {
  readonly timeLimitMs: number | null;
  readonly memoryMiB: number | null;
}

export interface ProblemDefinition {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly versionId: string;
  readonly name: string;
  /** What counts in the contest: those of the package, and what the contest decides instead. */
  readonly limits: ProblemLimitValues;
  readonly packageLimits: ProblemLimitValues;
  readonly decidedLimits: DecidedLimits;
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
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
}

export interface LanguageSwitches {
  readonly languageId: string;
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
}

export interface ContestDefinitionRow {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly times: ContestTimes;
  /** Those of `times`, by their ids. */
  readonly intervals: readonly (RemovedInterval & { readonly id: string })[];
  /** Do teams' submissions come in, and are submissions judged? */
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
  readonly lockedAt: Date | null;
  /** False: only its teams and those who run it learn of the contest. */
  readonly isPublic: boolean;
  readonly archivedAt: Date | null;
  /** Those that the contest decides something of. */
  readonly languages: readonly LanguageSwitches[];
  readonly penaltyMinutes: number;
  readonly chargeCompileErrors: boolean;
  /** Chroot image submissions are judged in; null: none. */
  readonly image: string | null;
  readonly rules: ContestRules;
  readonly wallLimitRule: WallLimitRule | null;
  /** Of all contests: for a limit that is shown, not for judging, which reads all rules under a lock. */
  readonly globalWallLimitRule: WallLimitRule | null;
  readonly problems: readonly ProblemDefinition[];
  readonly teams: readonly ContestTeamRow[];
}

/** A team as scoreboards show it. */
export interface ContestTeamRow extends ScoreboardTeam {
  /** Its name where it has a display name as well. */
  readonly registeredName: string;
}

/** The teams of a contest with what {@link teamRowOf} reads of each. */
export const teamsIncluded = {
  include: {
    team: {
      include: {
        organisation: true,
        groups: { orderBy: [{ ordinal: 'asc' }, { groupId: 'asc' }], include: { group: true } },
      },
    },
  },
} satisfies Prisma.Contest$teamsArgs;

export function teamRowOf(team: Prisma.ContestTeamGetPayload<typeof teamsIncluded>['team']): ContestTeamRow {
  return {
    ...scoreboardTeam({ ...team, groups: team.groups.map(({ group }) => group) }),
    registeredName: team.name,
  };
}

export class ContestRepository {
  readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Ids and last seqs of all contests: what a process compares itself with. */
  async heads(): Promise<{ id: string; lastSeq: number }[]> {
    return this.database.query('SELECT id, last_seq AS "lastSeq" FROM contest WHERE deleted_at IS NULL');
  }

  /** @param typed within a transaction: its own, because one more connection may be none while it holds locks */
  async definition(
    id: string,
    typed: Pick<Typed, 'contest' | 'setting' | 'testCase'> = this.database.prisma,
  ): Promise<ContestDefinitionRow | null> {
    const contest = await typed.contest.findUnique({
      where: { id, deletedAt: null },
      include: {
        teams: teamsIncluded,
        languages: { orderBy: { languageId: 'asc' } },
        removed: { where: { restoredAt: null }, orderBy: { fromAt: 'asc' } },
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
    const global = await typed.setting.findUnique({ where: { key: globalWallLimitSetting } });
    const answerTests = await answerTestsOf(
      typed,
      contest.problems.flatMap(({ problem }) => problem.currentVersion ?? []),
    );
    return {
      ...contest,
      rules: contestRulesOf(contest.rules),
      times: timesOfStored(contest, contest.removed),
      intervals: contest.removed.map(({ id: interval, fromAt, untilAt }) => ({
        id: interval,
        fromMs: fromAt.getTime(),
        untilMs: untilAt.getTime(),
      })),
      wallLimitRule: ruleSchema.parse(contest.wallLimitRule),
      globalWallLimitRule: ruleSchema.parse(global?.value ?? null),
      teams: contest.teams.map(({ team, extraTimeMs }) => ({ ...teamRowOf(team), extraTimeMs })),
      problems: contest.problems.flatMap(
        ({ label, colour, problem, allowSubmit, allowJudging, ...decided }) => {
          const version = problem.currentVersion;
          if (version === null) return [];
          const { _count: counts } = version;
          const packageLimits = limitsSchema.parse(version.limits);
          const { timeLimitMs, memoryMiB } = decided;
          return {
            id: problem.id,
            label,
            colour,
            allowSubmit,
            allowJudging,
            versionId: version.id,
            name: version.name,
            limits: limitsInContest(packageLimits, { timeLimitMs, memoryMiB }),
            packageLimits,
            decidedLimits: { timeLimitMs, memoryMiB },
            wallLimitRule: ruleSchema.parse(problem.wallLimitRule),
            validator: validatorSchema.parse(version.validator),
            allowedLanguages: version.allowedLanguages,
            testCount: counts.testCases,
            kind: problemKindSchema.parse(version.kind),
            includesFor: includesSchema.parse(version.includes).map(({ language }) => language),
            answerTests: answerTests.get(version.id) ?? [],
            samples: version.testCases.map(sampleOf),
            statements: version.statements.map((statement) => ({
              language: statement.language,
              format: statement.format as StatementFile['format'],
              sha256: statement.sha256,
              bytes: statement.bytes,
              resources: storedFilesSchema.parse(statement.resources),
            })),
            attachments: version.attachments.map((file) => ({
              name: file.name,
              sha256: file.sha256,
              bytes: Number(file.bytes),
            })),
          };
        },
      ),
    };
  }

  /** As scoreboards show them, regardless of their contests; ids that nobody has are left out. */
  async teamRows(ids: readonly string[], typed: Pick<Typed, 'team'>): Promise<ContestTeamRow[]> {
    const rows = await typed.team.findMany({
      where: { id: { in: [...ids] } },
      ...teamsIncluded.include.team,
    });
    return rows.map(teamRowOf);
  }

  /** Those of the ids that have been imported, with what their packages say. */
  async importedProblems(
    ids: readonly string[],
    typed: Pick<Typed, 'problem'>,
  ): Promise<ReadonlyMap<string, Pick<ProblemDefinition, 'name' | 'packageLimits'>>> {
    const rows = await typed.problem.findMany({
      where: { id: { in: [...ids] } },
      include: { currentVersion: true },
    });
    return new Map(
      rows.flatMap(({ id, currentVersion: version }) =>
        version === null
          ? []
          : [[id, { name: version.name, packageLimits: limitsSchema.parse(version.limits) }]],
      ),
    );
  }

  /** Events after `seq`, in order, `limit` at most. */
  async eventsAfter(contestId: string, seq: number, limit: number): Promise<ContestEvent[]> {
    const rows = await this.database.query<EventRow>(
      'SELECT seq, at, data FROM contest_event WHERE contest_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [contestId, seq, limit],
    );
    const events = await this.#withProblems(rows);
    return events.map((row) => ({ seq: row.seq, at: row.at.toISOString(), data: row.data }));
  }

  /** A process of an earlier version, while the newer ones start, names the label instead of the problem. */
  async #withProblems(rows: readonly EventRow[]): Promise<readonly EventRow[]> {
    const without = rows.flatMap(({ data }) =>
      data.type === 'submission' && (data as Partial<typeof data>).problemId === undefined
        ? [data.submissionId]
        : [],
    );
    if (without.length === 0) return rows;
    const found = await this.database.query<{ id: string; problemId: string }>(
      'SELECT id, problem_id AS "problemId" FROM submission WHERE id = ANY($1::uuid[])',
      [without],
    );
    const problems = new Map(found.map(({ id, problemId }) => [id, problemId]));
    return rows.map((row) => {
      const problemId = row.data.type === 'submission' ? problems.get(row.data.submissionId) : undefined;
      return problemId === undefined ? row : { ...row, data: { ...row.data, problemId } as ContestEventData };
    });
  }
}

/** What a contest decides counts instead of what the package says. */
export function limitsInContest(
  ofPackage: ProblemLimitValues,
  { timeLimitMs, memoryMiB }: DecidedLimits,
): ProblemLimitValues {
  return {
    ...ofPackage,
    ...(timeLimitMs === null ? {} : { timeLimitMs }),
    ...(memoryMiB === null ? {} : { memoryMiB }),
  };
}

interface EventRow {
  readonly seq: number;
  readonly at: Date;
  readonly data: ContestEventData;
}

/** Names of the tests of submit-answer problems, which their answers are called by. */
async function answerTestsOf(
  typed: Pick<Typed, 'testCase'>,
  versions: readonly { id: string; kind: unknown }[],
): Promise<Map<string, string[]>> {
  const ids = versions.filter(({ kind }) => problemKindSchema.parse(kind).submitAnswer).map(({ id }) => id);
  const tests = new Map<string, string[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return tests;
  const rows = await typed.testCase.findMany({
    where: { versionId: { in: ids } },
    orderBy: { ordinal: 'asc' },
    select: { versionId: true, name: true },
  });
  for (const { versionId, name } of rows) tests.get(versionId)?.push(name);
  return tests;
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
  return { ordinal, name, ...judged, ...displaySchema.parse(test.display) };
}

/**
 * Until the end of the transaction none of them is imported again. Before the contest that names them is locked: an import
 * locks its problem, and then the contests that it has an event for.
 */
export async function holdProblems(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('SELECT 1 FROM problem WHERE id = ANY($1) ORDER BY id FOR KEY SHARE', [ids]);
}
