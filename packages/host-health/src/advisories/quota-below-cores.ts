import type { AdvisoryRule } from './rule.ts';

export const quotaBelowCores: AdvisoryRule = {
  id: 'quota-below-cores',
  severity: 'warning',
  title: 'CPU quota smaller than the cores in sight',
  applies: 'a CPU quota on the way up allows less than the usable CPUs',
  happens:
    'When the quota is used up, everything here is stopped until the next period, which lengthens wall time.',
  remedy: 'Give the container whole cores (a cpuset) rather than a quota.',
  source: 'Linux, Documentation/scheduler/sched-bwc.rst',
  find: ({ plan: { derivation } }) => {
    const quota = derivation.bounds.find((bound) => bound.source === 'quota');
    if (quota === undefined || quota.cpus >= derivation.usable.length) return null;
    return `${quota.detail}: time of ${String(quota.cpus)} CPUs on ${String(derivation.usable.length)} CPUs.`;
  },
};
