/**
 * Is a run's time to be believed? (S7)
 *
 * A wall-clock kill far below the CPU limit is *suspect* when the program spent its time
 * waiting for a core or inside the kernel (a disk, a lock, state D), and honest when it
 * slept. A sleeper is WTL at once; a starved program deserves another slot. Where the
 * kernel tells nothing of that the rule cannot tell either and stays silent.
 */
import type { Limits, Measurement } from '@sandglass/contracts';
import { formatUs } from './units.ts';

export interface SuspectPolicy {
  /** CPU used below this share of the CPU limit counts as "far below". */
  readonly cpuShare: number;
  /** Waiting for a core or a disk above this share of the gap counts as starved. */
  readonly starvedShare: number;
}

export const defaultSuspectPolicy: SuspectPolicy = { cpuShare: 0.8, starvedShare: 0.25 };

export interface Suspicion {
  readonly suspect: boolean;
  /** What speaks for and against, in words; never empty. */
  readonly reasons: readonly string[];
}

export function judgeSuspicion(
  run: Pick<Measurement, 'outcome' | 'cpuUs' | 'wallUs' | 'runQueueUs' | 'blockIoUs'> &
    Partial<Pick<Measurement, 'coreWaitUs' | 'uninterruptibleUs' | 'idle' | 'lastWait'>>,
  limits: Pick<Limits, 'cpuUs' | 'wallUs'>,
  policy: SuspectPolicy = defaultSuspectPolicy,
): Suspicion {
  if (run.outcome !== 'wall-limit') return calm('not killed by the wall clock');
  if (run.cpuUs >= limits.cpuUs * policy.cpuShare) {
    return calm(`used ${formatUs(run.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time before the kill`);
  }
  // All threads where it was looked at, else the main thread alone.
  const coreUs = run.coreWaitUs ?? run.runQueueUs;
  const kernelUs = run.uninterruptibleUs ?? run.blockIoUs;
  if (coreUs === null && kernelUs === null) {
    return calm('this kernel does not tell what the program waited for');
  }
  const gapUs = Math.max(run.wallUs - run.cpuUs, 1);
  const starvedUs = (coreUs ?? 0) + (kernelUs ?? 0);
  const inKernel = run.uninterruptibleUs == null ? 'waiting for a disk' : 'waiting inside the kernel';
  const account =
    `of ${formatUs(gapUs)} off the CPU: ${formatUs(coreUs ?? 0)} waiting for a core, ` +
    `${formatUs(kernelUs ?? 0)} ${inKernel}`;
  if (starvedUs < gapUs * policy.starvedShare) {
    const where = run.idle === true && run.lastWait != null ? `, at last in ${run.lastWait}` : '';
    return calm(`${account}; it slept of its own will${where}`);
  }
  return {
    suspect: true,
    reasons: [`wall-clock kill at ${formatUs(run.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time`, account],
  };
}

function calm(reason: string): Suspicion {
  return { suspect: false, reasons: [reason] };
}
