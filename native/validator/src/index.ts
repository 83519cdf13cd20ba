/**
 * The standard's default output validator, in the process of the caller: the comparison is
 * made by native code on a worker thread, in constant memory, at the speed the files are read.
 */
import { createRequire } from 'node:module';

export interface CompareRequest {
  /** What the program under test wrote. A regular file. */
  outputPath: string;
  /** The judges' answer. A regular file. */
  answerPath: string;
  /**
   * Arguments of the default output validator, as a package gives them: `case_sensitive`,
   * `space_change_sensitive`, `float_absolute_tolerance E`, `float_relative_tolerance E`, `float_tolerance E`.
   */
  flags: readonly string[];
}

/** Place of the first difference in the output. */
export interface ComparePosition {
  /** From 1. */
  line: number;
  /** In bytes, from 1. */
  column: number;
  /** In bytes, from 0. */
  offset: number;
  /** Number of the token that begins at or before this place, from 1. */
  token: number;
}

export interface CompareResult {
  accepted: boolean;
  /** For the jury: the first difference in words; '' when accepted. Printable, at most 2 KiB. */
  message: string;
  position?: ComparePosition;
}

export type ValidatorErrorCode =
  | 'flags'
  | 'output-unreadable'
  | 'answer-unreadable'
  | 'comparison-failed'
  | 'not-built';

/** What every code means; messages of errors begin with it. */
export const validatorErrors: Readonly<Record<ValidatorErrorCode, string>> = {
  flags: 'Arguments of the default output validator',
  'output-unreadable': 'The output cannot be read',
  'answer-unreadable': 'The answer cannot be read',
  'comparison-failed': 'The comparison failed',
  'not-built': 'The validator is not built (run native/validator/build.sh)',
};

/** The comparison could not be made: a judging error, never a verdict. */
export class ValidatorError extends Error {
  readonly code: ValidatorErrorCode;

  constructor(code: ValidatorErrorCode, detail: string, options?: ErrorOptions) {
    super(`${validatorErrors[code]}: ${detail}`, options);
    this.name = 'ValidatorError';
    this.code = code;
  }
}

interface Addon {
  compare(outputPath: string, answerPath: string, flags: readonly string[]): Promise<CompareResult>;
  checkFlags(flags: readonly string[]): string | null;
}

const addonPath = '../build/validator.node';
let loaded: Addon | undefined;

function addon(): Addon {
  if (loaded === undefined) {
    try {
      loaded = createRequire(import.meta.url)(addonPath) as Addon;
    } catch (error) {
      throw new ValidatorError('not-built', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
  }
  return loaded;
}

function isCode(value: unknown): value is ValidatorErrorCode {
  return typeof value === 'string' && Object.hasOwn(validatorErrors, value);
}

/**
 * Compares a program's output with the judges' answer. Does not block the event loop.
 * @throws ValidatorError `flags` (names the argument), `output-unreadable`, `answer-unreadable`, `not-built`.
 */
export async function compareOutput(request: CompareRequest): Promise<CompareResult> {
  try {
    return await addon().compare(request.outputPath, request.answerPath, request.flags);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      isCode(error.code) &&
      !(error instanceof ValidatorError)
    ) {
      throw new ValidatorError(error.code, error.message, { cause: error });
    }
    throw error;
  }
}

/**
 * Checks arguments of the default output validator without comparing anything.
 * @throws ValidatorError `flags`, naming the argument that is wrong.
 */
export function parseFlags(flags: readonly string[]): void {
  const reason = addon().checkFlags(flags);
  if (reason !== null) throw new ValidatorError('flags', reason);
}

/** The same validator as a program, by the format's call convention (exit status 42 or 43). */
export const defaultValidatorProgram: string = new URL('../build/default-validator', import.meta.url)
  .pathname;
