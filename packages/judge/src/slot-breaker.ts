/**
 * A run that cannot be ended, or that its supervisor does not survive: the program's doing, or the host's? The program
 * is tried again in the slot built anew, and in between a known program is. Where the known one runs well each time and the
 * program breaks each slot, it is the program's: no host has to try it again, and none has failed.
 *
 * Only what follows the start of the program can be its doing. A set-up that fails (a folder that is gone, no memory for
 * a namespace) says nothing about it.
 */
import { SandboxError, type Slot } from '@sandglass/sandbox';
import { blameOfStep } from './blame.ts';
import { JudgingCancelled, messageOf } from './errors.ts';

/** In a row, each in a slot that was new. */
const triesAtMost = 3;

const knownLimits = {
  cpuUs: 1_000_000,
  wallUs: 5_000_000,
  memoryBytes: 64 * 1024 * 1024,
  outputBytes: 4096,
  processes: 4,
};

/** Why a program is to blame for runs without a result. */
export interface SlotBreaker {
  readonly kind: 'breaks-its-slot';
  /** For the jury. */
  readonly reason: string;
}

/**
 * Runs something untrusted, again where it breaks the slot.
 * @param slot where the program runs
 * @throws what `run` rejects with, when that is not the program's doing
 * @throws JudgingCancelled
 */
export async function runOrBlame<Result>(
  slot: Slot,
  run: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<{ readonly kind: 'result'; readonly result: Result } | SlotBreaker> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { kind: 'result', result: await run() };
    } catch (error) {
      if (!hasBrokenItsSlot(error)) throw error;
      const trouble = await troubleOf(slot);
      if (signal?.aborted === true) throw new JudgingCancelled();
      if (trouble !== null) throw error;
      if (tries === triesAtMost) return { kind: 'breaks-its-slot', reason: reasonOf(error) };
    }
  }
}

function hasBrokenItsSlot(error: unknown): error is SandboxError {
  if (!(error instanceof SandboxError)) return false;
  // The interactor's have a step: that one is the package's.
  if (error.code === 'SUPERVISOR_LOST') return error.step === undefined;
  return error.code === 'SETUP' && error.step !== undefined && blameOfStep[error.step] === 'program';
}

/** Whether a known program runs in the slot, which is built anew for it. Null when it does. */
async function troubleOf(slot: Slot): Promise<string | null> {
  try {
    const { outcome, exitCode } = await slot.run({ argv: ['/bin/true'], limits: knownLimits });
    return outcome === 'exited' && exitCode === 0 ? null : `/bin/true: ${outcome} ${String(exitCode)}`;
  } catch (error) {
    return messageOf(error);
  }
}

function reasonOf(error: SandboxError): string {
  const what =
    error.step === undefined
      ? 'it ended the supervisor of its slot'
      : `it could not be ended (step “${error.step}”)`;
  return `the program leaves no result: ${what}, ${String(triesAtMost)} times in a row in new slots, in which a known program runs well`;
}
