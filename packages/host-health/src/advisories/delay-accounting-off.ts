import type { AdvisoryRule } from './rule.ts';

export const delayAccountingOff: AdvisoryRule = {
  id: 'delay-accounting-off',
  severity: 'info',
  title: 'Delays are not accounted',
  applies: '`kernel.task_delayacct` is 0',
  happens:
    'The kernel does not report how long a program waited for the disk: that part of the gap between wall and CPU time stays unexplained.',
  remedy: 'sysctl -w kernel.task_delayacct=1, or start the kernel with delayacct.',
  source: 'Linux, Documentation/accounting/delay-accounting.rst',
  find: ({ settings }) => (settings.delayAccounting === false ? 'kernel.task_delayacct is 0.' : null),
};
