import type { AdvisoryRule } from './rule.ts';

export const governorNotPerformance: AdvisoryRule = {
  id: 'governor',
  severity: 'warning',
  title: 'CPU frequency follows load',
  applies: 'a frequency governor other than `performance` is set for any core',
  happens:
    'A core is slow after a pause and gets faster with work, so the same run takes different times. That is `powersave` under intel_pstate and amd_pstate as well; under other drivers `powersave` keeps every core at its lowest frequency.',
  remedy: 'cpupower frequency-set -g performance',
  source: 'Linux, Documentation/admin-guide/pm/cpufreq.rst, and intel_pstate.rst, "Active Mode"',
  find: ({ settings }) => {
    const others = settings.governors.filter((governor) => governor !== 'performance');
    return others.length === 0 ? null : `The frequency governor is ${others.join(' and ')}.`;
  },
};
