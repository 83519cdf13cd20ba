/** What is asked for when one test is to be run. */
import type { Limits, ProblemKind } from '@sandglass/contracts';
import type { Slot } from '@sandglass/sandbox';
import type { Validator } from './validation.ts';

export interface TestFiles {
  /** Host paths, readable by our own process; mode 644 so that a validator can read them through its bind. */
  readonly inputPath: string;
  readonly answerPath: string;
  /** Found in the program's working directory: name below it, and host path. */
  readonly files?: readonly { readonly name: string; readonly path: string }[] | undefined;
}

export interface TestRequest extends TestFiles {
  readonly ordinal: number;
  readonly name: string;
  /** Validator flags of this test, complete. */
  readonly flags: readonly string[];
  /** Command-line arguments of the program. */
  readonly args?: readonly string[] | undefined;
}

export interface RunTestOptions {
  /** Default: an ordinary problem. */
  readonly kind?: ProblemKind | undefined;
  readonly limits: Limits;
  readonly validator: Validator;
  /** The slot an interactive problem's validator runs in; asked for by none of the others. */
  readonly companion?: (() => Promise<Slot>) | undefined;
  /** Bytes of output and of the error stream kept for the jury, each. */
  readonly keepBytes: number;
  /** A program that breaks its slot: false throws `JUDGE_BREAKS_SLOT`, so that another host sees it as well. Default: true. */
  readonly mayBlame?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the program has ended and its output is looked at. */
  readonly onValidating?: (() => void) | undefined;
}
