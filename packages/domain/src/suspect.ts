/**
 * Is a run's time to be believed? (docs/decisions/0008)
 *
 * A wall-clock kill is *suspect* when the program spent its time waiting for a core or
 * inside the kernel (a disk, a lock, state D), and honest when it slept. A sleeper is WTL
 * at once; a starved program deserves another slot, however much CPU time it had used: it
 * was killed below its CPU limit, and a program that needs 99 % of that is a correct one.
 * Where the kernel reports nothing of that, no run is suspect.
 */
import type { Limits, Measurement } from '@sandglass/contracts';
import { formatUs } from './units.ts';

/** Waiting for a core or in the kernel from this share of the gap on counts as starved. */
const starvedShare = 0.25;

export interface Suspicion {
  readonly suspect: boolean;
  /** What speaks for and against, in words; never empty. */
  readonly reasons: readonly string[];
}

export function judgeSuspicion(
  run: Pick<Measurement, 'outcome' | 'cpuUs' | 'wallUs' | 'runQueueUs' | 'blockIoUs'> &
    Partial<Pick<Measurement, 'coreWaitUs' | 'uninterruptibleUs' | 'idle' | 'lastWait'>>,
  limits: Pick<Limits, 'cpuUs' | 'wallUs'>,
): Suspicion {
  if (run.outcome !== 'wall-limit') return notSuspect('not killed by the wall clock');
  // All threads where it was looked at, else the main thread alone.
  const coreUs = run.coreWaitUs ?? run.runQueueUs;
  const kernelUs = run.uninterruptibleUs ?? run.blockIoUs;
  if (coreUs === null && kernelUs === null) {
    return notSuspect('this kernel does not report what the program waited for');
  }
  const gapUs = Math.max(run.wallUs - run.cpuUs, 1);
  const starvedUs = (coreUs ?? 0) + (kernelUs ?? 0);
  const inKernel = run.uninterruptibleUs == null ? 'waiting for a disk' : 'waiting inside the kernel';
  const account =
    `of ${formatUs(gapUs)} off the CPU: ${formatUs(coreUs ?? 0)} waiting for a core, ` +
    `${formatUs(kernelUs ?? 0)} ${inKernel}`;
  if (starvedUs < gapUs * starvedShare) {
    const where = run.idle === true && run.lastWait != null ? `, at last in ${run.lastWait}` : '';
    return notSuspect(`${account}; it slept${where}`);
  }
  return {
    suspect: true,
    reasons: [`wall-clock kill at ${formatUs(run.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time`, account],
  };
}

function notSuspect(reason: string): Suspicion {
  return { suspect: false, reasons: [reason] };
}
