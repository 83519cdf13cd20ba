import type { AdvisoryRule } from './rule.ts';

export const transparentHugePages: AdvisoryRule = {
  id: 'transparent-huge-pages',
  severity: 'warning',
  title: 'Huge pages for everybody',
  applies: '`transparent_hugepage/enabled` is `always`',
  happens:
    'A program that touches a little of each 2 MiB is charged for all of it, depending on how its memory happens to lie; and a page fault may have to clear or even collect 2 MiB. Memory and time of one and the same program differ from run to run.',
  remedy: 'echo madvise > /sys/kernel/mm/transparent_hugepage/enabled',
  source: 'Linux, Documentation/admin-guide/mm/transhuge.rst',
  find: ({ settings }) =>
    settings.transparentHugePages === 'always' ? 'Transparent huge pages are set to always.' : null,
};
