import type { AdvisoryRule } from './rule.ts';

export const stealTime: AdvisoryRule = {
  id: 'steal-time',
  severity: 'warning',
  title: 'The hypervisor takes CPU time away',
  check: ({ stealRatio }) =>
    stealRatio === null || stealRatio < 0.01
      ? null
      : {
          what: `${(stealRatio * 100).toFixed(1)} % of CPU time went to other machines just now. Wall time grows by it, and CPU time may be charged for it.`,
          remedy: 'Pin the virtual CPUs to cores of their own, or judge on real machines.',
        },
};
