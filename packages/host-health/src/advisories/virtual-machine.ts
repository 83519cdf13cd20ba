import type { AdvisoryRule } from './rule.ts';

export const virtualMachine: AdvisoryRule = {
  id: 'virtual-machine',
  severity: 'info',
  title: 'A virtual machine',
  applies: 'the CPU says that a hypervisor runs it',
  happens:
    'Cores, caches and memory may be shared with other machines, and what is reported of sockets and nodes may not be true. Stolen time is watched; slower caches cannot be seen.',
  remedy:
    'Have each virtual CPU pinned to a core of its own and its memory to one node; run the burn-in before a contest.',
  source: 'Linux, Documentation/virt/kvm/x86/cpuid.rst; proc_stat(5), "steal"',
  find: ({ settings }) => (settings.virtual ? 'This host is a virtual machine.' : null),
};
