import type { AdvisoryRule } from './rule.ts';

export const governorNotPerformance: AdvisoryRule = {
  id: 'governor',
  severity: 'warning',
  title: 'CPU frequency follows load',
  check: ({ governor }) =>
    governor === null || governor === 'performance'
      ? null
      : {
          what: `The frequency governor is "${governor}": a core starts slow after a pause, so the same run takes different times.`,
          remedy: 'cpupower frequency-set -g performance',
        },
};
