/** One test case: run the program on its input, validate what it wrote, decide the verdict. */
import type { Limits, RunReport } from '@sandglass/contracts';
import { decideRun, decideWithoutValidator, type RunDecision } from '@sandglass/domain';
import { outOfMemoryMark } from '@sandglass/languages';
import type { RunResult, Slot } from '@sandglass/sandbox';
import { commandOf } from './commands.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { instantOfMonotonic, measurementOf } from './measurement.ts';
import type { Program } from './program.ts';
import { readHead, shorten } from './text.ts';
import { isUnstartable, neverStarted } from './unstartable.ts';
import { validateOutput, type Validator } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';

export interface TestFiles {
  /** Host paths, readable by our own process; mode 644 so that a validator can read them through its bind. */
  readonly inputPath: string;
  readonly answerPath: string;
}

export interface TestRequest extends TestFiles {
  readonly ordinal: number;
  readonly name: string;
  /** Validator flags of this test, complete. */
  readonly flags: readonly string[];
}

export interface RunTestOptions {
  readonly limits: Limits;
  readonly validator: Validator;
  /** Bytes of output and of the error stream kept for the jury, each. */
  readonly keepBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when the program has ended and its output is looked at. */
  readonly onValidating?: (() => void) | undefined;
}

/** Longest validator message that is reported, in characters. */
const messageLength = 8000;

/**
 * Runs one test case in the slot.
 * @throws JudgeError for our own failures: nothing is then known about the program
 * @throws JudgingCancelled when `signal` is aborted
 */
export async function runTest(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  options: RunTestOptions,
): Promise<RunReport> {
  const result = await runProgram(slot, work, program, test, options);
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const stderr = Buffer.from(result.stderr ?? new Uint8Array());
  const run = {
    facts: result,
    limits: options.limits,
    outOfMemoryMark: outOfMemoryMark(program.language, stderr.toString('latin1')),
  };
  let decision = decideWithoutValidator(run);
  let validatorMessage = '';
  if (decision === null) {
    options.onValidating?.();
    const { validation, message } = await validateOutput(slot, options.validator, {
      test: test.name,
      outputPath: work.output,
      inputPath: test.inputPath,
      answerPath: test.answerPath,
      flags: test.flags,
      signal: options.signal,
    });
    validatorMessage = message;
    decision = decideRun({ ...run, validation });
  }
  return report(slot, work, test, options, { result, stderr, decision, validatorMessage });
}

async function runProgram(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  { limits, keepBytes, signal }: RunTestOptions,
): Promise<RunResult> {
  if (signal?.aborted === true) throw new JudgingCancelled();
  const command = commandOf(program, limits);
  try {
    return await slot.run(
      {
        argv: command.argv,
        env: command.env,
        program: { directory: program.directory },
        stdin: { path: test.inputPath },
        stdout: { path: work.output, maxBytes: limits.outputBytes },
        stderr: { captureBytes: keepBytes, maxBytes: limits.outputBytes },
        limits,
      },
      { signal },
    );
  } catch (error) {
    if (isUnstartable(error, program)) return neverStarted();
    throw new JudgeError('JUDGE_RUN_FAILED', { test: test.name, cause: messageOf(error) }, { cause: error });
  }
}

interface JudgedRun {
  readonly result: RunResult;
  readonly stderr: Buffer;
  readonly decision: RunDecision;
  readonly validatorMessage: string;
}

function report(
  slot: Slot,
  work: WorkFolder,
  test: TestRequest,
  { keepBytes }: RunTestOptions,
  { result, stderr, decision, validatorMessage }: JudgedRun,
): RunReport {
  const output = result.stdoutBytes > 0 ? readHead(work.output, keepBytes) : Buffer.alloc(0);
  return {
    ...measurementOf(result),
    ordinal: test.ordinal,
    verdict: decision.verdict,
    reason: shorten(decision.reason, 2000),
    slot: slot.ordinal,
    startedAt: instantOfMonotonic(result.startedAtUs),
    outputHead: output.toString('base64'),
    stderrHead: stderr.toString('base64'),
    validatorMessage: shorten(validatorMessage, messageLength),
  };
}
