import { formatCpuList } from '../cpu-list.ts';
import type { AdvisoryRule } from './rule.ts';

export const nodeWithoutMemory: AdvisoryRule = {
  id: 'node-without-memory',
  severity: 'warning',
  title: 'Slots on a node without memory',
  applies: 'a slot is on a NUMA node that has no memory of its own',
  happens:
    'Its programs use the memory of another node, which takes longer to reach: the same program is slower there than in other slots.',
  remedy:
    'Put memory into every node (mostly a missing memory module), or leave those cores out with a cpuset.',
  source: 'Linux, Documentation/mm/numa.rst: memoryless nodes',
  find: ({ plan: { slots, nodes } }) => {
    const empty = new Set(nodes.filter(({ memoryBytes }) => memoryBytes === 0).map(({ number }) => number));
    const far = slots.filter(({ node }) => empty.has(node)).map(({ ordinal }) => ordinal);
    return far.length === 0 ? null : `Slots ${formatCpuList(far)} are on a node without memory.`;
  },
};
