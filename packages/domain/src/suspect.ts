/**
 * Is a run's time to be believed? (S7)
 *
 * First, simple rule: a wall-clock kill far below the CPU limit is *suspect* when the
 * kernel says that the program spent its time waiting for a core or for a disk, and
 * honest when it says that the program slept. A sleeper is WTL at once; a starved program
 * deserves another slot. Without delay accounting the rule cannot tell and stays silent.
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
  run: Pick<Measurement, 'outcome' | 'cpuUs' | 'wallUs' | 'runQueueUs' | 'blockIoUs'>,
  limits: Pick<Limits, 'cpuUs' | 'wallUs'>,
  policy: SuspectPolicy = defaultSuspectPolicy,
): Suspicion {
  if (run.outcome !== 'wall-limit') return calm('not killed by the wall clock');
  if (run.cpuUs >= limits.cpuUs * policy.cpuShare) {
    return calm(`used ${formatUs(run.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time before the kill`);
  }
  if (run.runQueueUs === null && run.blockIoUs === null) {
    return calm('this kernel does not tell what the program waited for');
  }
  const gapUs = Math.max(run.wallUs - run.cpuUs, 1);
  const starvedUs = (run.runQueueUs ?? 0) + (run.blockIoUs ?? 0);
  const account =
    `of ${formatUs(gapUs)} off the CPU: ${formatUs(run.runQueueUs ?? 0)} waiting for a core, ` +
    `${formatUs(run.blockIoUs ?? 0)} waiting for a disk`;
  if (starvedUs < gapUs * policy.starvedShare) return calm(`${account}; it slept of its own will`);
  return {
    suspect: true,
    reasons: [`wall-clock kill at ${formatUs(run.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time`, account],
  };
}

function calm(reason: string): Suspicion {
  return { suspect: false, reasons: [reason] };
}
