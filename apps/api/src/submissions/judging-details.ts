/** Judgings with their tests, for the page of one submission. */
import type { Judging, Measurement, TestResult, Verdict } from '@sandglass/contracts';
import {
  explainVerdict,
  mayBeRepeated,
  seesJudging,
  seesTest,
  type SubmissionAccess,
} from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import type { SubmissionRow } from './submission-row.ts';
import { isOpenFor } from './submission-view.ts';

export class JudgingDetails {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first; for teams the valid one only. */
  async ofSubmission(row: SubmissionRow, access: SubmissionAccess): Promise<Judging[]> {
    // What programs wrote is the bulk of a run: nothing for teams, and of a judging repeated twenty times too much for anybody.
    const [counting, others] = await Promise.all([
      this.#read(row.id, true, access.internals),
      seesJudging(access, { valid: false }) ? this.#read(row.id, false, false) : [],
    ]);
    const judgings = [...counting, ...others].toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return Promise.all(judgings.map((judging) => this.#view(judging, row, access)));
  }

  #read(submissionId: string, valid: boolean, heads: boolean): Promise<JudgingWithRuns[]> {
    return this.#database.prisma.judging.findMany({
      where: { submissionId, valid },
      include: {
        tasks: { select: { id: true, state: true, attempt: true, firstTest: true } },
        runs: {
          orderBy: [{ ordinal: 'asc' }, { attempt: 'asc' }],
          omit: { outputHead: !heads, stderrHead: !heads },
        },
      },
    });
  }

  async #view(judging: JudgingWithRuns, row: SubmissionRow, access: SubmissionAccess): Promise<Judging> {
    const { internals } = access;
    const open = isOpenFor(
      { ...row, state: judging.state as SubmissionRow['state'], verdict: judging.verdict as Verdict | null },
      access,
    );
    const tests = await this.#database.prisma.testCase.findMany({
      where: { versionId: judging.versionId },
      orderBy: { ordinal: 'asc' },
      select: { ordinal: true, name: true, isSample: true },
    });
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
      verdict: open || !access.verdict ? null : (judging.verdict as Verdict | null),
      createdAt: judging.createdAt.toISOString(),
      startedAt: judging.startedAt?.toISOString() ?? null,
      endedAt: open && judging.state !== 'cancelled' ? null : (judging.endedAt?.toISOString() ?? null),
      judgehost: internals ? judging.judgehost : null,
      judgedWhileSick: internals && judging.whileSick,
      compilerVersion: internals ? judging.compilerVersion : null,
      compile:
        judging.compileSuccess === null || !access.compileOutput
          ? null
          : {
              success: judging.compileSuccess,
              output: judging.compileOutput ?? '',
              measurement: internals ? (judging.compileMeasurement as Measurement | null) : null,
            },
      error: internals ? judging.error : null,
      why: [],
      limits: { cpuUs, wallUs, memoryBytes, outputBytes },
      tests: tests
        .filter((test) => seesTest(access, test.isSample))
        .map((test) => viewTest(test, attempts.get(test.ordinal) ?? [], internals)),
    };
    return internals ? { ...view, why: explainVerdict(view) } : view;
  }
}

type JudgingWithRuns = NonNullable<Awaited<ReturnType<Database['prisma']['judging']['findFirst']>>> & {
  runs: RunRecord[];
  tasks: TaskRecord[];
};
type TaskRecord = { id: string; state: string; attempt: number; firstTest: number };
/** Without the heads when they were left out. */
type RunRecord = Omit<StoredRun, 'outputHead' | 'stderrHead'> &
  Partial<Pick<StoredRun, 'outputHead' | 'stderrHead'>>;
type StoredRun = NonNullable<Awaited<ReturnType<Database['prisma']['run']['findFirst']>>>;

/** Per test on the page of a submission; the page of a test shows more. */
const headBytes = 4096;

function textHead(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes.subarray(0, headBytes)).toString('utf8');
}

function viewTest(
  test: { ordinal: number; name: string; isSample: boolean },
  attempts: readonly RunRecord[],
  internals: boolean,
): TestResult {
  const run = attempts.at(-1);
  return {
    ordinal: test.ordinal,
    name: internals ? test.name : null,
    isSample: test.isSample,
    // Our own failure on one test is no news for a team.
    verdict: run === undefined || (run.verdict === 'JE' && !internals) ? null : (run.verdict as Verdict),
    reason: internals ? (run?.reason ?? null) : null,
    measurement: internals && run !== undefined ? measurementOf(run) : null,
    slot: internals ? (run?.slot ?? null) : null,
    judgehost: internals ? (run?.judgehost ?? null) : null,
    kernel: internals ? (run?.kernel ?? null) : null,
    outputHead: internals && run !== undefined ? textHead(run.outputHead) : null,
    stderrHead: internals && run !== undefined ? textHead(run.stderrHead) : null,
    validatorMessage: internals ? (run?.validatorMessage ?? null) : null,
    suspect: internals && run?.suspect === true,
    attempts: internals && attempts.length > 1 ? attempts.map(viewAttempt) : [],
    whileSick: internals && run?.whileSick === true,
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
    measurement: measurementOf(run),
  };
}

/** A run that is not the last word on its test, as long as the last one is still to come. */
function isBeingRepeated(run: RunRecord, tasks: readonly TaskRecord[]): boolean {
  const task = tasks.find(({ id }) => id === run.taskId);
  if (task === undefined || (task.state !== 'due' && task.state !== 'claimed')) return false;
  const replaced = run.attempt < task.attempt && run.ordinal >= task.firstTest;
  return replaced || mayBeRepeated(run);
}

function measurementOf(run: RunRecord): Measurement {
  const optional = (value: bigint | null): number | null => (value === null ? null : Number(value));
  return {
    outcome: run.outcome as Measurement['outcome'],
    exitCode: run.exitCode,
    signal: run.signal,
    cpuUs: Number(run.cpuUs),
    userUs: Number(run.userUs),
    systemUs: Number(run.systemUs),
    wallUs: Number(run.wallUs),
    gapUs: Number(run.gapUs),
    setupUs: Number(run.setupUs),
    teardownUs: Number(run.teardownUs),
    memoryBytes: Number(run.memoryBytes),
    runQueueUs: optional(run.runQueueUs),
    blockIoUs: optional(run.blockIoUs),
    sleepUs: optional(run.sleepUs),
    coreWaitUs: optional(run.coreWaitUs),
    uninterruptibleUs: optional(run.uninterruptibleUs),
    idle: run.idle,
    lastWait: run.lastWait,
    nearMemoryLimit: run.nearMemoryLimit,
    processLimitHit: run.processLimitHit,
    fileSizeLimitHit: run.fileSizeLimitHit,
    majorFaults: optional(run.majorFaults),
    voluntarySwitches: optional(run.voluntarySwitches),
    involuntarySwitches: optional(run.involuntarySwitches),
    processesPeak: run.processesPeak,
    stdoutBytes: Number(run.stdoutBytes),
    stderrBytes: Number(run.stderrBytes),
  };
}
