import type { AdvisoryRule } from './rule.ts';

export const governorNotPerformance: AdvisoryRule = {
  id: 'governor',
  severity: 'warning',
  title: 'CPU frequency follows load',
  applies: 'a frequency governor other than `performance` is set for any core',
  happens: 'A core starts slow after a pause, so the same run takes different times.',
  remedy: 'cpupower frequency-set -g performance',
  source: 'Linux, Documentation/admin-guide/pm/cpufreq.rst',
  find: ({ settings }) => {
    const others = settings.governors.filter((governor) => governor !== 'performance');
    return others.length === 0 ? null : `The frequency governor is ${others.join(' and ')}.`;
  },
};
