/**
 * A whole judging on one slot: compile, then test after test in order, reported as events.
 *
 * It ends by itself after the last test or, when lazy, after the first that is not accepted. Nothing is decided here
 * about the judging as a whole: the collector of the runs decides.
 */
import type { Limits, Measurement, ProblemKind, RunReport } from '@sandglass/contracts';
import { isAccepted } from '@sandglass/domain';
import type { Slot } from '@sandglass/sandbox';
import { compileProgram } from './compile.ts';
import type { CompileRequest } from './compiler-run.ts';
import type { MakeProgram } from './made-program.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { withIncluded } from './included.ts';
import { judgeAnswer } from './judge-answers.ts';
import type { SourceFile, Toolchain } from './program.ts';
import { runTest } from './run-test.ts';
import type { TestFiles, TestRequest } from './test-request.ts';
import type { Validator } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';

/** A test case whose files may still have to be fetched when its turn comes. */
export interface TestSource {
  readonly ordinal: number;
  readonly name: string;
  /** Validator flags of this test, complete. */
  readonly flags: readonly string[];
  /** Command-line arguments of the program. */
  readonly args?: readonly string[] | undefined;
  /** Called once, when the test is next; may reject. */
  files(): TestFiles | Promise<TestFiles>;
  /** Called when the files are no longer needed. */
  release?(): void;
}

export interface SubmissionToJudge {
  /** Default: an ordinary problem. */
  readonly kind?: ProblemKind | undefined;
  /** Of no meaning for answers. */
  readonly language: string;
  readonly entryPoint: string | null;
  readonly files: readonly SourceFile[];
  /** What the package adds to every submission in this language. */
  readonly included?: readonly SourceFile[] | undefined;
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly compileLimits: Limits;
  /** Where the program comes from; default: it is compiled here. */
  readonly make?: MakeProgram | undefined;
  readonly limits: Limits;
  /** Called once when the program is compiled: a custom validator need not be made for one that is not. */
  validator(): Validator | Promise<Validator>;
  /** The slot an interactive problem's validator runs in: asked for by those alone. */
  readonly companion?: (() => Promise<Slot>) | undefined;
  readonly tests: Iterable<TestSource>;
  /** Stop after the first test that is not accepted. */
  readonly lazy: boolean;
  readonly keepBytes: number;
  /** False: a program that breaks its slot throws `JUDGE_BREAKS_SLOT`, so that another host sees it as well. Default: true. */
  readonly mayBlame?: boolean | undefined;
}

/** What became of the compilation. Of answers nothing is compiled, and that succeeds. */
export interface Compiled {
  readonly kind: 'compiled' | 'rejected';
  readonly output: string;
  readonly measurement: Measurement | null;
}

export type JudgeStep = 'compiling' | 'fetching' | 'running' | 'validating';

export type JudgeEvent =
  | { readonly kind: 'step'; readonly step: JudgeStep; readonly ordinal: number | null }
  /** Not called for a program that was compiled for another task. */
  | { readonly kind: 'compiled'; readonly result: Compiled }
  | { readonly kind: 'run'; readonly test: string; readonly report: RunReport };

/**
 * Judges one submission.
 * @param onEvent called as things happen; it must not throw
 * @throws JudgeError for our own failures; what was reported before remains true
 * @throws JudgingCancelled when `signal` is aborted: the program that ran was killed
 */
export async function judgeSubmission(
  slot: Slot,
  work: WorkFolder,
  submission: SubmissionToJudge,
  onEvent: (event: JudgeEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const judging: Judging = { slot, work, submission, onEvent, signal };
  const runs = submission.kind?.submitAnswer === true ? await takeAnswers(judging) : await compile(judging);
  if (runs === null) return;
  for (const test of submission.tests) {
    const report = await judgeTest(judging, runs, test);
    onEvent({ kind: 'run', test: test.name, report });
    if (submission.lazy && !isAccepted(report.verdict)) return;
  }
}

interface Judging {
  readonly slot: Slot;
  readonly work: WorkFolder;
  readonly submission: SubmissionToJudge;
  readonly onEvent: (event: JudgeEvent) => void;
  readonly signal: AbortSignal | undefined;
}

/** Judges one test whose files are there. */
type JudgeOne = (test: TestRequest) => Promise<RunReport>;

/** Null when the sources do not compile. */
async function compile(judging: Judging): Promise<JudgeOne | null> {
  const { slot, work, submission, onEvent, signal } = judging;
  onEvent({ kind: 'step', step: 'compiling', ordinal: null });
  const {
    language,
    files,
    included,
    entryPoint,
    compileLimits,
    toolchains,
    kind,
    limits,
    keepBytes,
    companion,
    mayBlame,
  } = submission;
  const request: CompileRequest = {
    language,
    files: withIncluded(files, included ?? []),
    entryPoint,
    limits: compileLimits,
    toolchains,
    mayBlame,
    signal,
  };
  const made = await (submission.make ?? compileHere)(request, (directory) =>
    compileProgram(slot, work, { ...request, directory }),
  );
  const { result: compiled } = made;
  if (made.compiledHere) onEvent({ kind: 'compiled', result: compiled });
  if (compiled.kind === 'rejected') return null;
  const validator = await unlessCancelled(Promise.resolve(submission.validator()), signal);
  return (test) =>
    runTest(slot, work, compiled.program, test, {
      kind,
      limits,
      validator,
      companion,
      keepBytes,
      mayBlame,
      signal,
      onValidating: () => onEvent({ kind: 'step', step: 'validating', ordinal: test.ordinal }),
    });
}

const compileHere: MakeProgram = async (_, compile) => ({
  result: await compile(undefined),
  compiledHere: true,
});

async function takeAnswers({ slot, work, submission, onEvent, signal }: Judging): Promise<JudgeOne> {
  onEvent({ kind: 'compiled', result: { kind: 'compiled', output: '', measurement: null } });
  const validator = await unlessCancelled(Promise.resolve(submission.validator()), signal);
  const { files, keepBytes } = submission;
  return (test) => judgeAnswer(slot, work, files, test, { validator, keepBytes, signal });
}

async function judgeTest(
  { submission, onEvent, signal }: Judging,
  judgeOne: JudgeOne,
  test: TestSource,
): Promise<RunReport> {
  const { ordinal, name, flags, args } = test;
  try {
    const files = await filesOf(test, onEvent, signal);
    const step = submission.kind?.submitAnswer === true ? 'validating' : 'running';
    onEvent({ kind: 'step', step, ordinal });
    return await judgeOne({ ordinal, name, flags, args, ...files });
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
