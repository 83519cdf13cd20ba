/** Every advisory there is, the most pressing first. A new one is a file in `advisories/` and a line here. */
import type { Advisory } from '@sandglass/contracts';
import { bpfFiltersStuck } from './advisories/bpf-filters-stuck.ts';
import { cgroupV1 } from './advisories/cgroup-v1.ts';
import { clockUnsynchronised } from './advisories/clock-unsynchronised.ts';
import { corePatternPipe } from './advisories/core-pattern-pipe.ts';
import { delayAccountingOff } from './advisories/delay-accounting-off.ts';
import { fewNamespaces } from './advisories/few-namespaces.ts';
import { fewProcesses } from './advisories/few-processes.ts';
import { governorNotPerformance } from './advisories/governor.ts';
import { hugePages } from './advisories/huge-pages.ts';
import { kernelBefore63 } from './advisories/kernel-before-6-3.ts';
import { littleDisk } from './advisories/little-disk.ts';
import { littleMemory } from './advisories/little-memory.ts';
import { memoryPeakMissing } from './advisories/memory-peak-missing.ts';
import { memoryPeakNotResettable } from './advisories/memory-peak-not-resettable.ts';
import { minFreeMemory } from './advisories/min-free-memory.ts';
import { mixedCores } from './advisories/mixed-cores.ts';
import { noCgroups } from './advisories/no-cgroups.ts';
import { nodeWithoutMemory } from './advisories/node-without-memory.ts';
import { numaBalancing } from './advisories/numa-balancing.ts';
import { psiOff } from './advisories/psi-off.ts';
import { quotaBelowCores } from './advisories/quota-below-cores.ts';
import type { AdvisoryRule, HostFacts } from './advisories/rule.ts';
import { slowClockSource } from './advisories/clock-source.ts';
import { smtOn } from './advisories/smt-on.ts';
import { smtUsed } from './advisories/smt-used.ts';
import { stealTime } from './advisories/steal-time.ts';
import { strictOvercommit } from './advisories/strict-overcommit.ts';
import { swapInUse } from './advisories/swap-in-use.ts';
import { transparentHugePages } from './advisories/transparent-huge-pages.ts';
import { turboOn } from './advisories/turbo.ts';
import { virtualMachine } from './advisories/virtual-machine.ts';

export type { AdvisoryRule, HostFacts } from './advisories/rule.ts';

export const advisories: readonly AdvisoryRule[] = [
  noCgroups,
  bpfFiltersStuck,
  fewNamespaces,
  littleDisk,

  kernelBefore63,
  stealTime,
  swapInUse,
  littleMemory,
  fewProcesses,
  strictOvercommit,
  quotaBelowCores,
  smtUsed,
  governorNotPerformance,
  turboOn,
  slowClockSource,
  transparentHugePages,
  numaBalancing,
  nodeWithoutMemory,
  memoryPeakMissing,

  mixedCores,
  smtOn,
  virtualMachine,
  minFreeMemory,
  corePatternPipe,
  hugePages,
  memoryPeakNotResettable,
  delayAccountingOff,
  cgroupV1,
  psiOff,
  clockUnsynchronised,
];

/** The advisories that apply to a host in this state. */
export function findAdvisories(facts: HostFacts): Advisory[] {
  return advisories.flatMap(({ find, ...rule }) => {
    const finding = find(facts);
    if (finding === null) return [];
    return [
      {
        id: rule.id,
        severity: rule.severity,
        title: rule.title,
        what: `${finding} ${rule.happens}`,
        remedy: rule.remedy,
        source: rule.source,
      },
    ];
  });
}
