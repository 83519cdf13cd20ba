/**
 * What the validator says about one output.
 *
 * The default validator is native code of ours in our own process: it reads two files and runs nothing.
 * A custom validator is a program like any other: it runs in the sandbox, called as the problem package
 * format says (`validator input answer feedback_dir flags… < output`, 42 accepted, 43 wrong answer),
 * and everything else it does is a fault of the validator, never a verdict for the team.
 */
import type { Limits } from '@sandglass/contracts';
import { describeSignal, formatUs, type Validation } from '@sandglass/domain';
import { commandOf } from './commands.ts';
import type { RunResult, RunSpec, Slot } from '@sandglass/sandbox';
import { compareOutput } from '@sandglass/validator';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { feedbackTarget, keptBytes, textOf, type Feedback } from './feedback.ts';
import type { Program } from './program.ts';

export type Validator =
  | { readonly kind: 'default' }
  | { readonly kind: 'custom'; readonly program: Program; readonly limits: Limits };

/** What every validator is called with, whether it reads an output or talks with the program. */
export interface ValidatorCall {
  readonly inputPath: string;
  readonly answerPath: string;
  /** Flags of this test, complete. */
  readonly flags: readonly string[];
  readonly feedback: Feedback;
  /** Host path the input of another pass is written to. */
  readonly nextInput: string;
}

export interface ValidationRequest extends ValidatorCall {
  readonly test: string;
  readonly outputPath: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ValidationResult {
  readonly validation: Validation;
  /** For the jury: what the validator wrote. */
  readonly message: string;
  /** For the team: what it left in `teammessage.txt`. */
  readonly teamMessage: string;
  /** It left an input for another pass at `nextInput`. */
  readonly asksForMore: boolean;
}

/** Exit statuses of the problem package format, "Output validators". */
const exitAccepted = 42;

/** Whether a validator that ended like this has accepted. */
export function hasAccepted({ outcome, exitCode }: Pick<RunResult, 'outcome' | 'exitCode'>): boolean {
  return outcome === 'exited' && exitCode === exitAccepted;
}
const exitWrongAnswer = 43;

const inputTarget = '/judge/input';
const answerTarget = '/judge/answer';

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
  return { validation, message, teamMessage: '', asksForMore: false };
}

async function runValidator(
  slot: Slot,
  program: Program,
  limits: Limits,
  request: ValidationRequest,
): Promise<ValidationResult> {
  const result = await slot.run(
    {
      ...validatorSide(program, limits, request),
      stdin: { path: request.outputPath },
      stdout: { captureBytes: keptBytes, maxBytes: limits.outputBytes },
    },
    { signal: request.signal },
  );
  return validationOf(result, limits, request);
}

/** A validator's run without its standard input and output. */
export function validatorSide(
  program: Program,
  limits: Limits,
  { inputPath, answerPath, flags, feedback }: ValidatorCall,
): Omit<RunSpec, 'stdin' | 'stdout' | 'stderr'> & { stderr: { captureBytes: number; maxBytes: number } } {
  const command = commandOf(program, limits);
  return {
    argv: [...command.argv, inputTarget, answerTarget, feedbackTarget, ...flags],
    env: command.env,
    program: { directory: program.directory },
    binds: [
      { source: inputPath, target: inputTarget },
      { source: answerPath, target: answerTarget },
    ],
    ...feedback.placement(),
    stderr: { captureBytes: keptBytes, maxBytes: limits.outputBytes },
    limits,
  };
}

/** What a validator's run says. @throws JudgingCancelled */
export async function validationOf(
  result: RunResult,
  limits: Limits,
  { feedback, nextInput }: ValidatorCall,
): Promise<ValidationResult> {
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const taken = await feedback.take(result, nextInput);
  const trouble = troubleOf(result, limits) ?? taken.trouble;
  if (trouble !== null) {
    const written = [taken.message, textOf(result.stderr), textOf(result.stdout)].filter(
      (text) => text !== '',
    );
    return {
      validation: { kind: 'trouble', message: trouble },
      message: [trouble, ...written].join('\n'),
      teamMessage: '',
      asksForMore: false,
    };
  }
  const { message, teamMessage, asksForMore } = taken;
  const accepted = result.exitCode === exitAccepted;
  return {
    validation: accepted ? { kind: 'accepted' } : { kind: 'rejected', message },
    message,
    teamMessage,
    asksForMore,
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
