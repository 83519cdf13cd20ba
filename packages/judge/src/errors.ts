import { fillTemplate } from '@sandglass/contracts';

/** This package's catalogue: our own failures. None of them is ever a verdict. */
export const judgeErrors = {
  JUDGE_LANGUAGE_UNKNOWN: 'Nothing is known about the language "{language}".',
  JUDGE_LANGUAGE_UNAVAILABLE:
    'This host has no compiler or interpreter for {language}: install it, or judge elsewhere.',
  JUDGE_COMPILE_FAILED: 'The compiler of {language} could not be run: {cause}',
  JUDGE_VALIDATOR_NOT_COMPILED: 'The output validator does not compile: {cause}',
  JUDGE_NO_INTERACTOR:
    'Test {test} belongs to an interactive problem, which needs an output validator of its own.',
  JUDGE_BREAKS_SLOT: 'Another host is to see this before the submission is blamed: {reason}',
  JUDGE_RUN_FAILED: 'The run on test {test} could not be done: {cause}',
  JUDGE_VALIDATION_FAILED: 'The output of test {test} could not be compared: {cause}',
  JUDGE_WORK_FOLDER: 'The work folder {folder} cannot be used: {cause}',
  JUDGE_GENERATOR: '{program} did not make {file}: {cause}',
  JUDGE_GENERATOR_VARIES:
    '{program} does not make the same {file} twice from the same arguments: take every random number from a seed among them.',
  JUDGE_FILES_MISSING: 'The files of test {test} could not be had: {cause}',
  JUDGE_IMAGE: 'The folder {folder} is no chroot image that a slot can use: {cause}',
} as const;

export type JudgeErrorCode = keyof typeof judgeErrors;

/** Thrown where judging could not be done. `cause` holds the error underneath, such as a SandboxError. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
  readonly code: JudgeErrorCode;

  constructor(
    code: JudgeErrorCode,
    values: Readonly<Record<string, string | number>>,
    options?: { cause: unknown },
  ) {
    super(fillTemplate(judgeErrors[code], values), options);
    this.code = code;
  }
}

/** Thrown by a judging that was cancelled by its caller: neither a verdict nor a failure. */
export class JudgingCancelled extends Error {
  override readonly name = 'JudgingCancelled';

  constructor() {
    super('The judging was cancelled.');
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
