/** Two runs joined by pipes. */
import { SandboxError } from './errors.ts';
import type { InteractiveResult, InteractiveSpec } from './interactive-types.ts';
import type { RunOptions, Slot } from './types.ts';

/**
 * Runs a program against an interactor, each in its own slot and measured and limited by itself.
 * @throws SandboxError when either side could not be set up; never a verdict.
 */
export function runInteractive(
  programSlot: Slot,
  interactorSlot: Slot,
  spec: InteractiveSpec,
  options: RunOptions = {},
): Promise<InteractiveResult> {
  const asked = [programSlot.ordinal, interactorSlot.ordinal, spec.transcriptBytes, options.signal?.aborted];
  throw new SandboxError('INVALID', { text: `Interactive runs are not built yet (${asked.join(', ')}).` });
}
