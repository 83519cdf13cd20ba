import type { AdvisoryRule } from './rule.ts';

export const numaBalancing: AdvisoryRule = {
  id: 'numa-balancing',
  severity: 'warning',
  title: 'The kernel moves memory between nodes',
  applies: '`kernel.numa_balancing` is on and there are several nodes',
  happens:
    'To learn who uses which page, the kernel takes pages away from programs for a moment and lets them fault. Slots are bound to their node already, so that this costs time and gains nothing.',
  remedy: 'sysctl -w kernel.numa_balancing=0',
  source: 'Linux, Documentation/admin-guide/sysctl/kernel.rst, "numa_balancing"',
  find: ({ settings, plan }) =>
    settings.numaBalancing === true && plan.nodes.length > 1
      ? `NUMA balancing is on, with ${String(plan.nodes.length)} nodes.`
      : null,
};
