import type { AdvisoryRule } from './rule.ts';

export const stealTime: AdvisoryRule = {
  id: 'steal-time',
  severity: 'warning',
  title: 'The hypervisor takes CPU time away',
  applies: 'at least 1 % of CPU time was stolen between two readings',
  happens: 'Wall time grows by it, and CPU time may be charged for it.',
  remedy: 'Pin the virtual CPUs to cores of their own, or judge on real machines.',
  source: 'proc_stat(5), "steal"',
  find: ({ stealRatio }) =>
    stealRatio === null || stealRatio < 0.01
      ? null
      : `${(stealRatio * 100).toFixed(1)} % of CPU time went to other machines just now.`,
};
