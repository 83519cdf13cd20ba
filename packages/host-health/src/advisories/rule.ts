/** An advisory as data: when it applies, what happens because of it, what to do. One file each. */
import type { Advisory, HostReport } from '@sandglass/contracts';
import type { CpuPlan } from '../cpu-plan.ts';
import type { KernelSettings } from '../kernel-settings.ts';
import type { KernelVersion } from '../kernel-version.ts';

/** What advisories may look at. */
export interface HostFacts {
  readonly kernel: KernelVersion | null;
  readonly cgroupMode: HostReport['cgroupMode'];
  /** Which hierarchy accounts memory; null: none that we can see. */
  readonly memoryController: 1 | 2 | null;
  readonly plan: CpuPlan;
  readonly memory: HostReport['memory'];
  readonly disk: HostReport['disk'];
  readonly dState: HostReport['dState'];
  readonly psi: HostReport['psi'];
  readonly stealRatio: number | null;
  readonly settings: KernelSettings;
  /** Whether the clock of the day follows a time server; null: not known. */
  readonly clockSynchronised: boolean | null;
}

export interface AdvisoryRule {
  readonly id: string;
  /** `critical`: do not judge here before it is put right. `warning`: results or times may suffer. `info`: good to know. */
  readonly severity: Advisory['severity'];
  readonly title: string;
  /** When it applies, in words, for the manual. */
  readonly applies: string;
  /** What happens because of it: whole sentences. */
  readonly happens: string;
  readonly remedy: string;
  /** Where one can read about it, or the version that changed it. */
  readonly source: string;
  /** What was found on this host, a whole sentence with its values; null when the advisory does not apply. */
  readonly find: (facts: HostFacts) => string | null;
}
