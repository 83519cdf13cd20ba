/**
 * A run that cannot be ended, or that its supervisor does not survive: the program's doing, or the host's? The program
 * is tried again in the rebuilt slot, and after each try a known program runs there in its place: one of the same
 * language, for as long as the broken run lasted, and killed as that one was to be. Where the known one runs well each
 * time and the program breaks each slot, it may be the program's.
 *
 * It may still be a host that stalls now and then. So a task says whether the program may be blamed here and now: only
 * where that was seen before, on another host if there is one (the api's `claim`). Else the failure is an error of the task.
 *
 * Only what follows the start of the program can be its doing. A set-up that fails (a folder that is gone, no memory for
 * a namespace) says nothing about it.
 */
import { SandboxError } from '@sandglass/sandbox';
import { blameOfStep } from './blame.ts';
import { JudgeError, JudgingCancelled } from './errors.ts';

/** In a row, each in a slot that was new. */
const maxTries = 3;

/** Why a program is to blame for runs without a result. */
export interface SlotBreaker {
  readonly kind: 'breaks-its-slot';
  /** For the jury. */
  readonly reason: string;
}

/** Runs something known where something untrusted was run. */
export interface KnownRun {
  /**
   * In the slot, which is rebuilt for it. Must not reject.
   * @param lastedMs how long the broken run took
   * @returns null when it ran as it must, else what went wrong
   */
  readonly troubleAfter: (lastedMs: number) => Promise<string | null>;
}

export interface TriedRun<Result> {
  readonly run: () => Promise<Result>;
  readonly known: KnownRun;
  /** Removes what a broken try may have left: called before each further one. */
  readonly clean?: (() => Promise<void>) | undefined;
  /** False: a program that breaks its slot is an error of the task. Default: true. */
  readonly mayBlame?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs something untrusted, again where it breaks the slot.
 * @throws what `run` rejects with, when that is not the program's doing
 * @throws JudgeError `JUDGE_BREAKS_SLOT` when it seems to be, and may not be blamed here
 * @throws JudgingCancelled
 */
export async function runOrBlame<Result>({
  run,
  known,
  clean,
  mayBlame = true,
  signal,
}: TriedRun<Result>): Promise<{ readonly kind: 'result'; readonly result: Result } | SlotBreaker> {
  for (let tries = 1; ; tries += 1) {
    const startedMs = performance.now();
    try {
      return { kind: 'result', result: await run() };
    } catch (error) {
      if (!hasBrokenItsSlot(error)) throw error;
      const trouble = await known.troubleAfter(performance.now() - startedMs);
      if (signal?.aborted === true) throw new JudgingCancelled();
      if (trouble !== null) throw error;
      if (tries === maxTries) {
        const reason = reasonOf(error);
        if (!mayBlame) throw new JudgeError('JUDGE_BREAKS_SLOT', { reason }, { cause: error });
        return { kind: 'breaks-its-slot', reason };
      }
      await clean?.();
    }
  }
}

function hasBrokenItsSlot(error: unknown): error is SandboxError {
  if (!(error instanceof SandboxError)) return false;
  // The interactor's have a step: that one is the package's.
  if (error.code === 'SUPERVISOR_LOST') return error.step === undefined;
  return error.code === 'SETUP' && error.step !== undefined && blameOfStep[error.step] === 'program';
}

function reasonOf(error: SandboxError): string {
  const what =
    error.step === undefined
      ? 'it ended the supervisor of its slot'
      : `it could not be ended (step “${error.step}”)`;
  return `the program leaves no result: ${what}, ${String(maxTries)} times in a row in new slots, in which a known program of its language runs well`;
}
