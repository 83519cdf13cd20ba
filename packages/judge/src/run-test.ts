/** One test case: run the program on its input, validate what it wrote, decide the verdict. */
import { ordinaryKind, type ProblemKind, type RunReport } from '@sandglass/contracts';
import { decideRun, decideWithoutValidator } from '@sandglass/domain';
import { outOfMemoryMark } from '@sandglass/languages';
import type { RunResult, Slot } from '@sandglass/sandbox';
import { commandOf } from './commands.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { runExchange } from './exchange.ts';
import { briefFeedback, LastingFeedback, type Feedback } from './feedback.ts';
import { knownProgram } from './known-run.ts';
import { instantOfMonotonic, measurementOf } from './measurement.ts';
import { brokenPass, passOf, runPasses, decisivePass, type PassResult } from './passes.ts';
import type { Program } from './program.ts';
import { runOrBlame, type SlotBreaker } from './slot-breaker.ts';
import type { RunTestOptions, TestRequest } from './test-request.ts';
import { readHead, shorten } from './text.ts';
import { isUnstartable, neverStarted } from './unstartable.ts';
import { validateOutput, type Validator } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';
import { workingDirectory } from './working-directory.ts';

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
  const { kind = ordinaryKind, validator } = options;
  const feedback = await feedbackOf(kind, validator, work);
  const passes = await runPasses(kind.passes, (number, said) => {
    const pass = { ...test, inputPath: number === 1 ? test.inputPath : work.nextInput };
    return kind.interactive
      ? runExchange(slot, work, program, pass, { ...options, feedback, number, said })
      : runPass(slot, work, program, pass, options, feedback);
  });
  return report(slot, test, kind, passes);
}

async function feedbackOf(kind: ProblemKind, validator: Validator, work: WorkFolder): Promise<Feedback> {
  if (kind.passes === 1 || validator.kind === 'default') return briefFeedback;
  // An input of the next pass is as large as the validator may write a file.
  return LastingFeedback.begin(work.feedback, 2 * validator.limits.fileBytes);
}

async function runPass(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  options: RunTestOptions,
  feedback: Feedback,
): Promise<PassResult> {
  const ended = await runProgram(slot, work, program, test, options);
  if (ended.kind === 'breaks-its-slot') return brokenPass(ended);
  const { result } = ended;
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const stderr = Buffer.from(result.stderr ?? new Uint8Array());
  const run = {
    facts: result,
    limits: options.limits,
    outOfMemoryMark: outOfMemoryMark(program.language, stderr.toString('latin1')),
  };
  const output = result.stdoutBytes > 0 ? readHead(work.output, options.keepBytes) : Buffer.alloc(0);
  const said = { result, stderr, output, exchange: null };
  const decision = decideWithoutValidator(run);
  if (decision !== null)
    return { ...said, decision, validatorMessage: '', teamMessage: '', asksForMore: false };
  options.onValidating?.();
  const { validation, message, teamMessage, asksForMore } = await validateOutput(slot, options.validator, {
    test: test.name,
    outputPath: work.output,
    inputPath: test.inputPath,
    answerPath: test.answerPath,
    flags: test.flags,
    feedback,
    nextInput: work.nextInput,
    signal: options.signal,
  });
  return {
    ...said,
    decision: decideRun({ ...run, validation }),
    validatorMessage: message,
    teamMessage,
    asksForMore,
  };
}

type RunOutcome = { readonly kind: 'result'; readonly result: RunResult } | SlotBreaker;

async function runProgram(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  { kind = ordinaryKind, limits, keepBytes, mayBlame, signal }: RunTestOptions,
): Promise<RunOutcome> {
  if (signal?.aborted === true) throw new JudgingCancelled();
  const command = commandOf(program, limits, test.args);
  await using place = await workingDirectory(work, program, test, kind.fileWriting === true);
  const run = () =>
    slot.run(
      {
        argv: command.argv,
        env: command.env,
        ...place.spec,
        stdin: { path: test.inputPath },
        stdout: { path: work.output, maxBytes: limits.outputBytes },
        stderr: { captureBytes: keepBytes, maxBytes: limits.outputBytes },
        limits,
      },
      { signal },
    );
  try {
    return await runOrBlame({ run, known: knownProgram(slot, work, program, signal), mayBlame, signal });
  } catch (error) {
    if (error instanceof JudgingCancelled || error instanceof JudgeError) throw error;
    if (isUnstartable(error, program)) return { kind: 'result', result: neverStarted() };
    throw new JudgeError('JUDGE_RUN_FAILED', { test: test.name, cause: messageOf(error) }, { cause: error });
  }
}

/** The first of them: a package may ask for a million, and nobody reads those. */
const passesReported = 5000;

function report(
  slot: Slot,
  test: TestRequest,
  kind: ProblemKind,
  passes: readonly [PassResult, ...PassResult[]],
): RunReport {
  const decisive = decisivePass(passes);
  const last = passes.at(-1) ?? decisive;
  return {
    ...measurementOf(decisive.result),
    ordinal: test.ordinal,
    verdict: last.decision.verdict,
    reason: shorten(last.decision.reason, 2000),
    slot: slot.ordinal,
    startedAt: instantOfMonotonic(passes[0].result.startedAtUs),
    outputHead: last.output.toString('base64'),
    stderrHead: last.stderr.toString('base64'),
    validatorMessage: shorten(last.validatorMessage, messageLength),
    teamMessage: shorten(last.teamMessage, messageLength),
    passes: kind.passes === 1 ? [] : passes.slice(0, passesReported).map(passOf),
    exchange:
      last.exchange === null
        ? null
        : { ...last.exchange, passes: last.exchange.passes.slice(0, passesReported) },
  };
}
