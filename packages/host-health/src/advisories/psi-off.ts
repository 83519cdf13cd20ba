import type { AdvisoryRule } from './rule.ts';

export const psiOff: AdvisoryRule = {
  id: 'psi-off',
  severity: 'info',
  title: 'No pressure stall information',
  check: ({ psi }) =>
    psi === null
      ? {
          what: 'The kernel does not tell how much time is lost waiting for CPU, memory and disk; trouble shows only in load and in the gap of runs.',
          remedy: 'Start the kernel with psi=1 (4.20 or later with CONFIG_PSI).',
        }
      : null,
};
