import type { AdvisoryRule } from './rule.ts';

export const smtOn: AdvisoryRule = {
  id: 'smt-on',
  severity: 'info',
  title: 'Hardware threads are on (SMT)',
  check: ({ smt }) =>
    smt
      ? {
          what: 'Two hardware threads share a core and slow each other by an amount that depends on what the other does. Slots use one thread per core; other processes may still run on the second.',
          remedy: 'Switch SMT off in the firmware, or: echo off > /sys/devices/system/cpu/smt/control',
        }
      : null,
};
