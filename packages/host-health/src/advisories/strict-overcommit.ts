import type { AdvisoryRule } from './rule.ts';

export const strictOvercommit: AdvisoryRule = {
  id: 'strict-overcommit',
  severity: 'warning',
  title: 'Memory must be backed when it is asked for',
  applies: '`vm.overcommit_memory` is 2',
  happens:
    'Java, Go and Node ask for far more address space than they use, and are refused it: programs crash at the start though they are within their limits.',
  remedy: 'sysctl -w vm.overcommit_memory=0',
  source: 'Linux, Documentation/mm/overcommit-accounting.rst',
  find: ({ settings }) => (settings.strictOvercommit === true ? 'vm.overcommit_memory is 2.' : null),
};
