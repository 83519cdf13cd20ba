import type { AdvisoryRule } from './rule.ts';

export const hugePages: AdvisoryRule = {
  id: 'huge-pages',
  severity: 'warning',
  title: 'Huge pages are not counted',
  applies: 'huge pages of any size are reserved, or may be taken (`nr_hugepages`, `nr_overcommit_hugepages`)',
  happens:
    'The memory controller does not count them: a program can have that much memory beyond its limit, and take it away from others.',
  remedy: 'sysctl -w vm.nr_hugepages=0 vm.nr_overcommit_hugepages=0',
  source: 'Linux, Documentation/admin-guide/mm/hugetlbpage.rst',
  find: ({ settings: { hugePages } }) =>
    hugePages === 0 ? null : `${String(hugePages)} huge pages are reserved or may be taken.`,
};
