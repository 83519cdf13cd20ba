import type { AdvisoryRule } from './rule.ts';

export const quotaBelowCores: AdvisoryRule = {
  id: 'quota-below-cores',
  severity: 'warning',
  title: 'CPU quota smaller than the cores in sight',
  check: ({ cpus }) => {
    const quota = cpus.bounds.find((bound) => bound.source === 'quota');
    if (quota === undefined || quota.cpus >= cpus.usable.length) return null;
    return {
      what: `${quota.detail}: ${quota.cpus} CPUs' worth of time on ${cpus.usable.length} CPUs. When it is used up, everything here stands still until the next period, which lengthens wall time.`,
      remedy: 'Give the container whole cores (a cpuset) rather than a quota.',
    };
  },
};
