import type { AdvisoryRule } from './rule.ts';

export const psiOff: AdvisoryRule = {
  id: 'psi-off',
  severity: 'info',
  title: 'No pressure stall information',
  applies: '`/proc/pressure` cannot be read',
  happens:
    'The kernel does not report how much time is lost waiting for CPU, memory and disk; trouble shows only in load and in the gap of runs.',
  remedy: 'Start the kernel with psi=1 (4.20 or later with CONFIG_PSI).',
  source: 'Linux, Documentation/accounting/psi.rst',
  find: ({ psi }) => (psi === null ? 'The kernel does not report pressure.' : null),
};
