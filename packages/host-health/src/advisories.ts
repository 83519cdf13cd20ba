/** Every advisory there is, the most pressing first. A new one is a file in `advisories/` and a line here. */
import type { Advisory } from '@sandglass/contracts';
import { cgroupV1 } from './advisories/cgroup-v1.ts';
import { governorNotPerformance } from './advisories/governor.ts';
import { kernelBefore63 } from './advisories/kernel-before-6-3.ts';
import { littleDisk } from './advisories/little-disk.ts';
import { memoryPeakMissing } from './advisories/memory-peak-missing.ts';
import { memoryPeakNotResettable } from './advisories/memory-peak-not-resettable.ts';
import { noCgroups } from './advisories/no-cgroups.ts';
import { psiOff } from './advisories/psi-off.ts';
import { quotaBelowCores } from './advisories/quota-below-cores.ts';
import type { AdvisoryRule, HostFacts } from './advisories/rule.ts';
import { smtOn } from './advisories/smt-on.ts';
import { stealTime } from './advisories/steal-time.ts';
import { swapInUse } from './advisories/swap-in-use.ts';

export type { AdvisoryRule, HostFacts } from './advisories/rule.ts';

export const advisories: readonly AdvisoryRule[] = [
  noCgroups,
  littleDisk,
  kernelBefore63,
  swapInUse,
  stealTime,
  quotaBelowCores,
  memoryPeakMissing,
  governorNotPerformance,
  smtOn,
  cgroupV1,
  memoryPeakNotResettable,
  psiOff,
];

/** The advisories that apply to a host in this state. */
export function findAdvisories(facts: HostFacts): Advisory[] {
  return advisories.flatMap((rule) => {
    const found = rule.check(facts);
    if (found === null) return [];
    return [
      {
        id: rule.id,
        severity: rule.severity,
        title: rule.title,
        what: found.what,
        remedy: found.remedy,
        ...(rule.source === undefined ? {} : { source: rule.source }),
      },
    ];
  });
}
