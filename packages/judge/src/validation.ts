/**
 * What the validator says about one output.
 *
 * The default validator is native code of ours in our own process: it reads two files and runs nothing.
 * A custom validator is a program like any other: it runs in the sandbox, called as the problem package
 * format says (`validator input answer feedback_dir flags… < output`, 42 accepted, 43 wrong answer),
 * and whatever else it does is trouble of the validator, never a verdict for the team.
 */
import type { Limits } from '@sandglass/contracts';
import { describeSignal, formatUs, type Validation } from '@sandglass/domain';
import { commandOf } from './commands.ts';
import type { RunResult, Slot } from '@sandglass/sandbox';
import { compareOutput } from '@sandglass/validator';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import type { Program } from './program.ts';
import { boundedText } from './text.ts';

export type Validator =
  | { readonly kind: 'default' }
  | { readonly kind: 'custom'; readonly program: Program; readonly limits: Limits };

export interface ValidationRequest {
  readonly test: string;
  readonly outputPath: string;
  readonly inputPath: string;
  readonly answerPath: string;
  /** Flags of this test, complete. */
  readonly flags: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface ValidationResult {
  readonly validation: Validation;
  /** For the jury: what the validator wrote. */
  readonly message: string;
}

/** Bytes of each text a validator leaves that are kept. */
const keptBytes = 16_384;

/** Exit statuses of the problem package format, "Output validators". */
const exitAccepted = 42;
const exitWrongAnswer = 43;

const inputTarget = '/judge/input';
const answerTarget = '/judge/answer';
/** Old validators append a file name to the argument as it is, new ones a slash first: this serves both. */
const feedbackTarget = '/box/feedback/';

/**
 * Validates one output.
 * @throws JudgeError `JUDGE_VALIDATION_FAILED` for our own failures
 * @throws JudgingCancelled
 */
export async function validateOutput(
  slot: Slot,
  validator: Validator,
  request: ValidationRequest,
): Promise<ValidationResult> {
  try {
    return validator.kind === 'default'
      ? await compare(request)
      : await runValidator(slot, validator.program, validator.limits, request);
  } catch (error) {
    if (error instanceof JudgingCancelled) throw error;
    throw new JudgeError(
      'JUDGE_VALIDATION_FAILED',
      { test: request.test, cause: messageOf(error) },
      { cause: error },
    );
  }
}

async function compare(request: ValidationRequest): Promise<ValidationResult> {
  const { accepted, message } = await compareOutput({
    outputPath: request.outputPath,
    answerPath: request.answerPath,
    flags: request.flags,
  });
  const validation: Validation = accepted ? { kind: 'accepted' } : { kind: 'rejected', message };
  return { validation, message };
}

async function runValidator(
  slot: Slot,
  program: Program,
  limits: Limits,
  request: ValidationRequest,
): Promise<ValidationResult> {
  const command = commandOf(program, limits);
  const result = await slot.run(
    {
      argv: [...command.argv, inputTarget, answerTarget, feedbackTarget, ...request.flags],
      env: command.env,
      program: { directory: program.directory },
      binds: [
        { source: request.inputPath, target: inputTarget },
        { source: request.answerPath, target: answerTarget },
      ],
      // Makes the feedback folder; a validator that writes nothing leaves it empty.
      files: [{ path: 'feedback/judgemessage.txt', data: new Uint8Array(), mode: 0o666 }],
      collect: [{ path: 'feedback/judgemessage.txt', maxBytes: keptBytes, optional: true }],
      stdin: { path: request.outputPath },
      stdout: { captureBytes: keptBytes, maxBytes: limits.outputBytes },
      stderr: { captureBytes: keptBytes, maxBytes: limits.outputBytes },
      limits,
    },
    { signal: request.signal },
  );
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const judgeMessage = judgeMessageOf(result);
  const trouble = troubleOf(result, limits);
  if (trouble !== null) {
    const written = [judgeMessage, textOf(result.stderr), textOf(result.stdout)].filter(
      (text) => text !== '',
    );
    return {
      validation: { kind: 'trouble', message: trouble },
      message: [trouble, ...written].join('\n'),
    };
  }
  const accepted = result.exitCode === exitAccepted;
  return {
    validation: accepted ? { kind: 'accepted' } : { kind: 'rejected', message: judgeMessage },
    message: judgeMessage,
  };
}

/** Null when the validator did its work: it said 42 or 43 within its limits. */
function troubleOf(result: RunResult, limits: Limits): string | null {
  switch (result.outcome) {
    case 'exited':
      if (result.exitCode === exitAccepted || result.exitCode === exitWrongAnswer) return null;
      return `exit status ${String(result.exitCode)} where 42 (accepted) or 43 (wrong answer) is due`;
    case 'signalled':
      return `killed by ${describeSignal(result.signal ?? 0)}`;
    case 'cpu-limit':
      return `more than ${formatUs(limits.cpuUs)} of CPU time`;
    case 'wall-limit':
      return `not ready after ${formatUs(limits.wallUs)}`;
    case 'memory-limit':
      return `more than ${String(limits.memoryBytes)} bytes of memory`;
    case 'output-limit':
      return `more than ${String(limits.outputBytes)} bytes of output of its own`;
    case 'cancelled':
      return 'cancelled';
  }
}

function judgeMessageOf(result: RunResult): string {
  const file = result.collected.find(({ path }) => path === 'feedback/judgemessage.txt');
  if (file === undefined) return '';
  if (file.tooLarge) return `[judgemessage.txt has more than ${String(keptBytes)} bytes and is not kept]`;
  return textOf(file.data);
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : boundedText(bytes, keptBytes).trim();
}
