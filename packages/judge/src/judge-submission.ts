/**
 * A whole judging on one slot: compile, then test after test in order, told as events.
 *
 * It ends by itself after the last test or, when lazy, after the first that is not accepted. Nothing
 * is decided here about the judging as a whole: that is the business of whoever collects the runs.
 */
import type { Limits, RunReport } from '@sandglass/contracts';
import { isAccepted } from '@sandglass/domain';
import type { Slot } from '@sandglass/sandbox';
import { compileProgram, type CompileResult } from './compile.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import type { Program, SourceFile, Toolchain } from './program.ts';
import { runTest, type TestFiles } from './run-test.ts';
import type { Validator } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';

/** A test case whose files may still have to be fetched when its turn comes. */
export interface TestSource {
  readonly ordinal: number;
  readonly name: string;
  /** Validator flags of this test, complete. */
  readonly flags: readonly string[];
  /** Called once, when the test is next; may reject. */
  files(): TestFiles | Promise<TestFiles>;
  /** Called when the files are no longer needed. */
  release?(): void;
}

export interface SubmissionToJudge {
  readonly language: string;
  readonly entryPoint: string | null;
  readonly files: readonly SourceFile[];
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly compileLimits: Limits;
  readonly limits: Limits;
  /** Called once when the program is compiled: a custom validator need not be made for one that is not. */
  validator(): Validator | Promise<Validator>;
  readonly tests: Iterable<TestSource>;
  /** Stop after the first test that is not accepted. */
  readonly lazy: boolean;
  readonly keepBytes: number;
}

export type JudgeStep = 'compiling' | 'fetching' | 'running' | 'validating';

export type JudgeEvent =
  | { readonly kind: 'step'; readonly step: JudgeStep; readonly ordinal: number | null }
  | { readonly kind: 'compiled'; readonly result: CompileResult }
  | { readonly kind: 'run'; readonly test: string; readonly report: RunReport };

/**
 * Judges one submission.
 * @param onEvent called as things happen; it must not throw
 * @throws JudgeError for our own failures; what was told before remains true
 * @throws JudgingCancelled when `signal` is aborted: the program that ran was killed
 */
export async function judgeSubmission(
  slot: Slot,
  work: WorkFolder,
  submission: SubmissionToJudge,
  onEvent: (event: JudgeEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  onEvent({ kind: 'step', step: 'compiling', ordinal: null });
  const { language, files, entryPoint, compileLimits, toolchains } = submission;
  const compiled = await compileProgram(slot, work, {
    language,
    files,
    entryPoint,
    limits: compileLimits,
    toolchains,
    signal,
  });
  onEvent({ kind: 'compiled', result: compiled });
  if (compiled.kind === 'rejected') return;
  const validator = await unlessCancelled(Promise.resolve(submission.validator()), signal);
  for (const test of submission.tests) {
    const report = await judgeTest(
      slot,
      work,
      submission,
      compiled.program,
      validator,
      test,
      onEvent,
      signal,
    );
    onEvent({ kind: 'run', test: test.name, report });
    if (submission.lazy && !isAccepted(report.verdict)) return;
  }
}

async function judgeTest(
  slot: Slot,
  work: WorkFolder,
  submission: SubmissionToJudge,
  program: Program,
  validator: Validator,
  test: TestSource,
  onEvent: (event: JudgeEvent) => void,
  signal: AbortSignal | undefined,
): Promise<RunReport> {
  const { ordinal } = test;
  try {
    const files = await filesOf(test, onEvent, signal);
    onEvent({ kind: 'step', step: 'running', ordinal });
    return await runTest(
      slot,
      work,
      program,
      { ordinal, name: test.name, flags: test.flags, ...files },
      {
        limits: submission.limits,
        validator,
        keepBytes: submission.keepBytes,
        signal,
        onValidating: () => onEvent({ kind: 'step', step: 'validating', ordinal }),
      },
    );
  } finally {
    test.release?.();
  }
}

async function filesOf(
  test: TestSource,
  onEvent: (event: JudgeEvent) => void,
  signal: AbortSignal | undefined,
): Promise<TestFiles> {
  try {
    if (signal?.aborted === true) throw new JudgingCancelled();
    const files = test.files();
    if (!(files instanceof Promise)) return files;
    onEvent({ kind: 'step', step: 'fetching', ordinal: test.ordinal });
    return await unlessCancelled(files, signal);
  } catch (error) {
    if (error instanceof JudgingCancelled || error instanceof JudgeError) throw error;
    throw new JudgeError(
      'JUDGE_FILES_MISSING',
      { test: test.name, cause: messageOf(error) },
      { cause: error },
    );
  }
}

/** The promise's value; a cancelled judging does not wait for it. */
async function unlessCancelled<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const cancelled = Promise.withResolvers<never>();
  const cancel = (): void => cancelled.reject(new JudgingCancelled());
  signal.addEventListener('abort', cancel);
  try {
    return await Promise.race([promise, cancelled.promise]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
