/**
 * One pass of an interactive problem: the program talks with the package's validator, which runs in the companion
 * slot and speaks the verdict. What was said is kept, bounded, for the jury.
 */
import { ordinaryKind, type Exchange, type ExchangePass, type Limits } from '@sandglass/contracts';
import { decideInteractive } from '@sandglass/domain';
import { outOfMemoryMark } from '@sandglass/languages';
import { runInteractive, type ExchangeShare, type InteractiveResult, type Slot } from '@sandglass/sandbox';
import { commandOf } from './commands.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import type { Feedback } from './feedback.ts';
import { brokenPass, type PassResult } from './passes.ts';
import { knownProgram } from './known-run.ts';
import type { Program } from './program.ts';
import { runOrBlame, type SlotBreaker } from './slot-breaker.ts';
import type { RunTestOptions, TestRequest } from './test-request.ts';
import { isUnstartable, neverStarted } from './unstartable.ts';
import { hasAccepted, validationOf, validatorSide, type ValidatorCall } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';
import { workingDirectory } from './working-directory.ts';

/** Of all passes of a test together; every message costs 16 bytes more than it has. */
const transcriptBytes = 64 * 1024;
const messageBytes = 16;

export interface ExchangeOptions extends RunTestOptions {
  readonly feedback: Feedback;
  /** Of the pass, from 1. */
  readonly number: number;
  /** What was said in the passes before. */
  readonly said: Exchange | null;
}

/**
 * Runs the two against each other and decides.
 * @throws JudgeError `JUDGE_RUN_FAILED`, `JUDGE_NO_INTERACTOR`
 * @throws JudgingCancelled
 */
export async function runExchange(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  options: ExchangeOptions,
): Promise<PassResult> {
  const { validator, feedback, number, said } = options;
  if (validator.kind !== 'custom') throw new JudgeError('JUDGE_NO_INTERACTOR', { test: test.name });
  const { inputPath, answerPath, flags } = test;
  const call: ValidatorCall = { inputPath, answerPath, flags, feedback, nextInput: work.nextInput };
  const ended = await exchange(slot, work, program, test, validator, call, options);
  if (ended === null) return unstartable(said);
  if (ended.kind === 'breaks-its-slot') return brokenPass(ended, said);
  const run = ended.result;
  const { program: result, interactor } = run;
  if (options.signal?.aborted === true) throw new JudgingCancelled();
  const { validation, message, teamMessage, asksForMore } = await validationOf(
    interactor,
    validator.limits,
    call,
  );
  const stderr = Buffer.from(result.stderr ?? new Uint8Array());
  const decision = decideInteractive({
    facts: result,
    limits: options.limits,
    interactor: validation,
    endedFirst: run.endedFirst,
    deadlock: run.deadlock,
    chargedWallUs: run.exchange.program.chargedWallUs,
    outOfMemoryMark: outOfMemoryMark(program.language, stderr.toString('latin1')),
  });
  return {
    result,
    stderr,
    output: Buffer.alloc(0),
    decision,
    validatorMessage: message,
    teamMessage,
    asksForMore,
    exchange: withPass(said, number, run),
  };
}

/** Null when the kernel refuses the compiled program. */
async function exchange(
  slot: Slot,
  work: WorkFolder,
  program: Program,
  test: TestRequest,
  validator: { readonly program: Program; readonly limits: Limits },
  call: ValidatorCall,
  { kind = ordinaryKind, limits, keepBytes, companion, mayBlame, signal, said }: ExchangeOptions,
): Promise<{ readonly kind: 'result'; readonly result: InteractiveResult } | SlotBreaker | null> {
  if (signal?.aborted === true) throw new JudgingCancelled();
  const command = commandOf(program, limits, test.args);
  await using place = await workingDirectory(work, program, test, kind.fileWriting === true);
  try {
    if (companion === undefined) throw new Error('there is no slot for the interactor');
    const other = await companion();
    const run = () =>
      runInteractive(
        slot,
        other,
        {
          program: {
            argv: command.argv,
            env: command.env,
            ...place.spec,
            stderr: { captureBytes: keepBytes, maxBytes: limits.outputBytes },
            limits,
          },
          interactor: validatorSide(validator.program, validator.limits, call),
          // Right answers are not all: a program that then does not end has run out of its time.
          goesOn: hasAccepted,
          beforeAgain: () => call.feedback.clear(),
          transcriptBytes: Math.max(0, transcriptBytes - keptBytes(said)),
        },
        { signal },
      );
    return await runOrBlame({
      run,
      known: knownProgram(slot, work, program, signal),
      // The interactor of a broken try may have left what that of the next one is not to find.
      clean: () => call.feedback.clear(),
      mayBlame,
      signal,
    });
  } catch (error) {
    if (error instanceof JudgingCancelled || error instanceof JudgeError) throw error;
    if (isUnstartable(error, program)) return null;
    throw new JudgeError('JUDGE_RUN_FAILED', { test: test.name, cause: messageOf(error) }, { cause: error });
  }
}

function unstartable(said: Exchange | null): PassResult {
  const result = neverStarted();
  return {
    result,
    stderr: Buffer.from(result.stderr ?? new Uint8Array()),
    output: Buffer.alloc(0),
    decision: { verdict: 'RTE', reason: 'exit status 126' },
    validatorMessage: '',
    teamMessage: '',
    asksForMore: false,
    exchange: said,
  };
}

function keptBytes(said: Exchange | null): number {
  const entries = said?.entries ?? [];
  // Base64 has four characters for three bytes.
  return entries.reduce((sum, { data }) => sum + messageBytes + (data.length * 3) / 4, 0);
}

/** What was said so far and in this pass. */
function withPass(said: Exchange | null, pass: number, run: InteractiveResult): Exchange {
  const before = said?.entries ?? [];
  const { transcriptOmitted: omitted } = run;
  const summary: ExchangePass = {
    endedFirst: run.endedFirst,
    deadlock: run.deadlock,
    program: shareOf(run.exchange.program),
    interactor: shareOf(run.exchange.interactor),
    omitted: omitted === null ? null : { ...omitted, beforeEntry: before.length + omitted.beforeEntry },
  };
  const entries = run.transcript.map(({ from, atUs, data }) => ({
    pass,
    from,
    atUs,
    data: Buffer.from(data).toString('base64'),
  }));
  return { entries: [...before, ...entries], passes: [...(said?.passes ?? []), summary] };
}

function shareOf(share: ExchangeShare): ExchangePass['program'] {
  const { chargedWallUs, waitedUs, messages, bytes, brokenPipeAtUs } = share;
  return { chargedWallUs, waitedUs, messages, bytes, brokenPipeAtUs };
}
