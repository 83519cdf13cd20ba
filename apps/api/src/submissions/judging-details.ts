/** Judgings with their tests, for the page of one submission. */
import {
  rejudgingBounds,
  type Judging,
  type JudgingList,
  type Measurement,
  type TestResult,
  type Verdict,
} from '@sandglass/contracts';
import {
  explainVerdict,
  mayBeRepeated,
  seesCompileOutput,
  seesJudging,
  seesTest,
  seesTestOutput,
  verdictShown,
  type SubmissionAccess,
} from '@sandglass/domain';
import { measurementOfRow } from '../judging/tasks/run-measurement.ts';
import type { Database } from '../platform/database/database.ts';
import type { SubmissionRow } from './submission-row.ts';
import { isOpenFor } from './submission-view.ts';

export class JudgingDetails {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest, and the valid one, which may be older; for teams that one only. */
  async ofSubmission(row: SubmissionRow, access: SubmissionAccess): Promise<JudgingList> {
    if (!seesJudging(access, { valid: false }))
      return { judgings: await this.#find({ valid: true }, row, access), olderJudgings: null };
    const { ids, olderJudgings } = await this.#page(row.id, null);
    return {
      judgings: await this.#find({ OR: [{ id: { in: ids } }, { valid: true }] }, row, access),
      olderJudgings,
    };
  }

  /** For who may see all of them. @param before the last one that is known */
  async before(row: SubmissionRow, access: SubmissionAccess, before: string | null): Promise<JudgingList> {
    const { ids, olderJudgings } = await this.#page(row.id, before);
    return { judgings: await this.#find({ id: { in: ids } }, row, access), olderJudgings };
  }

  /** Repeats are looked at together: a page ends with the last of them. */
  async #page(submissionId: string, before: string | null): Promise<{ ids: string[] } & OlderJudgings> {
    const found = await this.#database.prisma.judging.findMany({
      where: { submissionId, ...(before === null ? {} : { id: { lt: before } }) },
      orderBy: { id: 'desc' },
      take: pageSize + rejudgingBounds.repeats,
      select: { id: true, rejudgingId: true },
    });
    const last = found[pageSize - 1]?.rejudgingId ?? null;
    const rest = found.slice(pageSize);
    const other = rest.findIndex(({ rejudgingId }) => last === null || rejudgingId !== last);
    const ids = found.slice(0, other === -1 ? undefined : pageSize + other).map(({ id }) => id);
    return { ids, olderJudgings: ids.length < found.length ? (ids.at(-1) ?? null) : null };
  }

  /** Newest first. */
  async #find(where: object, row: SubmissionRow, access: SubmissionAccess): Promise<Judging[]> {
    const judgings = await this.#database.prisma.judging.findMany({
      where: { submissionId: row.id, ...where },
      orderBy: { id: 'desc' },
      include: {
        tasks: { select: { id: true, state: true, attempt: true, firstTest: true } },
        // What programs and validators said is the bulk of a run, and is on the page of a test.
        runs: { orderBy: [{ ordinal: 'asc' }, { attempt: 'asc' }], omit: said },
      },
    });
    const tests = await this.#tests(judgings);
    return judgings.map((judging) => viewJudging(judging, tests.get(judging.versionId) ?? [], row, access));
  }

  /** By version of the problem: twenty repeats have one list of tests. */
  async #tests(judgings: readonly { versionId: string }[]): Promise<Map<string, TestRecord[]>> {
    const tests = await this.#database.prisma.testCase.findMany({
      where: { versionId: { in: [...new Set(judgings.map(({ versionId }) => versionId))] } },
      orderBy: { ordinal: 'asc' },
      select: { versionId: true, ordinal: true, name: true, isSample: true },
    });
    return Map.groupBy(tests, ({ versionId }) => versionId);
  }
}

/** Each has all its tests: twenty of them with hundreds of tests are megabytes already. */
const pageSize = 10;

type OlderJudgings = Pick<JudgingList, 'olderJudgings'>;

const said = { outputHead: true, stderrHead: true, exchange: true, passes: true } as const;

function viewJudging(
  judging: JudgingWithRuns,
  tests: readonly TestRecord[],
  row: SubmissionRow,
  access: SubmissionAccess,
): Judging {
  const { internals } = access;
  const open = isOpenFor(
    { ...row, state: judging.state as SubmissionRow['state'], verdict: judging.verdict as Verdict | null },
    access,
  );
  const attempts = Map.groupBy(
    judging.runs.filter((run) => internals || !isBeingRepeated(run, judging.tasks)),
    ({ ordinal }) => ordinal,
  );
  const { cpuUs, wallUs, memoryBytes, outputBytes } = (judging.limits as { run: Judging['limits'] }).run;
  const view: Judging = {
    id: judging.id,
    valid: judging.valid,
    rejudgingId: internals ? judging.rejudgingId : null,
    repeat: internals ? judging.repeat : 1,
    state: open && judging.state === 'done' ? 'running' : (judging.state as Judging['state']),
    verdict: open || !access.verdict ? null : verdictShown(access, judging.verdict as Verdict | null),
    createdAt: judging.createdAt.toISOString(),
    startedAt: judging.startedAt?.toISOString() ?? null,
    endedAt: open && judging.state !== 'cancelled' ? null : (judging.endedAt?.toISOString() ?? null),
    judgehost: internals ? judging.judgehost : null,
    judgedWhileUnhealthy: internals && judging.whileUnhealthy,
    compilerVersion: internals ? judging.compilerVersion : null,
    compile:
      judging.compileSuccess === null || !seesCompileOutput(access, judging.compileSuccess)
        ? null
        : {
            success: judging.compileSuccess,
            output: judging.compileOutput ?? '',
            measurement: internals ? (judging.compileMeasurement as Measurement | null) : null,
          },
    teamMessage: open || !access.verdict || !access.teamMessages ? null : messageOf(attempts),
    error: internals ? judging.error : null,
    why: [],
    limits: { cpuUs, wallUs, memoryBytes, outputBytes },
    tests: tests
      .filter((test) => seesTest(access, test.isSample))
      .map((test) => viewTest(test, attempts.get(test.ordinal) ?? [], access)),
  };
  return internals ? { ...view, why: explainVerdict(view) } : view;
}

/** Of the first test that failed: the message of another would say something of a test that its team knows nothing of. */
function messageOf(attempts: ReadonlyMap<number, readonly RunRecord[]>): string | null {
  const last = [...attempts.values()].flatMap((runs) => runs.at(-1) ?? []);
  const failed = last.toSorted((a, b) => a.ordinal - b.ordinal).find(({ verdict }) => verdict !== 'AC');
  return failed === undefined || failed.teamMessage === '' ? null : failed.teamMessage;
}

type JudgingWithRuns = NonNullable<Awaited<ReturnType<Database['prisma']['judging']['findFirst']>>> & {
  runs: RunRecord[];
  tasks: TaskRecord[];
};
type TaskRecord = { id: string; state: string; attempt: number; firstTest: number };
type TestRecord = { ordinal: number; name: string; isSample: boolean };
type RunRecord = Omit<
  NonNullable<Awaited<ReturnType<Database['prisma']['run']['findFirst']>>>,
  keyof typeof said
>;

function viewTest(test: TestRecord, attempts: readonly RunRecord[], access: SubmissionAccess): TestResult {
  const run = attempts.at(-1);
  const { internals } = access;
  return {
    ordinal: test.ordinal,
    name: internals ? test.name : null,
    isSample: test.isSample,
    verdict: run === undefined ? null : verdictShown(access, run.verdict as Verdict),
    reason: internals ? (run?.reason ?? null) : null,
    measurement: internals && run !== undefined ? measurementOfRow(run) : null,
    slot: internals ? (run?.slot ?? null) : null,
    judgehost: internals ? (run?.judgehost ?? null) : null,
    kernel: internals ? (run?.kernel ?? null) : null,
    validatorMessage: internals ? (run?.validatorMessage ?? null) : null,
    teamMessage: internals && run !== undefined && run.teamMessage !== '' ? run.teamMessage : null,
    hasOutput: run !== undefined && seesTestOutput(access, test.isSample),
    suspect: internals && run?.suspect === true,
    attempts: internals && attempts.length > 1 ? attempts.map(viewAttempt) : [],
    whileUnhealthy: internals && run?.whileUnhealthy === true,
  };
}

function viewAttempt(run: RunRecord): TestResult['attempts'][number] {
  return {
    attempt: run.attempt,
    verdict: run.verdict as Verdict,
    reason: run.reason,
    suspect: run.suspect,
    judgehost: run.judgehost,
    kernel: run.kernel,
    slot: run.slot,
    startedAt: run.startedAt.toISOString(),
    measurement: measurementOfRow(run),
  };
}

/** A run that is not the last word on its test, as long as the last one is still to come. */
function isBeingRepeated(run: RunRecord, tasks: readonly TaskRecord[]): boolean {
  const task = tasks.find(({ id }) => id === run.taskId);
  if (task === undefined || (task.state !== 'due' && task.state !== 'claimed')) return false;
  const replaced = run.attempt < task.attempt && run.ordinal >= task.firstTest;
  return replaced || mayBeRepeated(run);
}
