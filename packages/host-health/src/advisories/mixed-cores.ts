import { formatCpuList } from '../cpu-list.ts';
import type { AdvisoryRule } from './rule.ts';

export const mixedCores: AdvisoryRule = {
  id: 'mixed-cores',
  severity: 'info',
  title: 'Fast and slow cores',
  applies: 'the usable CPUs are of several kinds, such as performance and efficiency cores',
  happens:
    'Slots are on the fastest kind only, so that every program gets the same machine; the others serve the rest of the host.',
  remedy:
    'Nothing is needed. To judge on slow cores only, allow this process nothing else (cpuset or taskset).',
  source: 'Linux, Documentation/scheduler/sched-capacity.rst, "CPU Capacity"',
  find: ({ plan: { slow } }) =>
    slow.length === 0 ? null : `CPUs ${formatCpuList(slow)} are slower by design and have no slot.`,
};
