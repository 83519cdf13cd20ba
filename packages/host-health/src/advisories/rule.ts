/** An advisory as data: when it applies, what happens because of it, what to do. One file each. */
import type { Advisory, HostReport } from '@sandglass/contracts';
import type { KernelVersion } from '../kernel-version.ts';

/** What advisories may look at. */
export interface HostFacts {
  readonly kernel: KernelVersion | null;
  readonly cgroupMode: HostReport['cgroupMode'];
  /** Which hierarchy accounts memory; null: none that we can see. */
  readonly memoryController: 1 | 2 | null;
  readonly cpus: HostReport['cpus'];
  /** Two CPUs of one core are switched on. */
  readonly smt: boolean;
  readonly memory: HostReport['memory'];
  readonly disk: HostReport['disk'];
  readonly psi: HostReport['psi'];
  readonly stealRatio: number | null;
  /** Frequency governor of the first CPU; null: not readable, as in most virtual machines. */
  readonly governor: string | null;
}

export interface AdvisoryRule {
  readonly id: string;
  readonly severity: Advisory['severity'];
  readonly title: string;
  readonly source?: string;
  /** Null when it does not apply. */
  readonly check: (facts: HostFacts) => { readonly what: string; readonly remedy: string } | null;
}
