import type { AdvisoryRule } from './rule.ts';

export const hugePages: AdvisoryRule = {
  id: 'huge-pages',
  severity: 'info',
  title: 'Memory is set aside as huge pages',
  applies: 'huge pages of any size are reserved, or may be taken (`nr_hugepages`, `nr_overcommit_hugepages`)',
  happens:
    'The memory controller does not count them, so programs in slots get none: the sandbox refuses the flags that ask for them. What is reserved is missing in the memory that slots can use.',
  remedy:
    'Nothing needs to be done. Where nothing on this host uses them: sysctl -w vm.nr_hugepages=0 vm.nr_overcommit_hugepages=0',
  source: 'Linux, Documentation/admin-guide/mm/hugetlbpage.rst',
  find: ({ settings: { hugePages } }) =>
    hugePages === 0 ? null : `${String(hugePages)} huge pages are reserved or may be taken.`,
};
