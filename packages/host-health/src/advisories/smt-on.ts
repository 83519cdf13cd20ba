import { countCores } from '../cpu-topology.ts';
import type { AdvisoryRule } from './rule.ts';

export const smtOn: AdvisoryRule = {
  id: 'smt-on',
  severity: 'info',
  title: 'Hardware threads are on (SMT)',
  applies: 'two CPUs that are switched on are threads of one core',
  happens:
    'Two hardware threads share a core and slow each other by an amount that depends on what the other does. Slots use one thread per core; other processes may still run on the second.',
  remedy: 'Switch SMT off in the firmware, or: echo off > /sys/devices/system/cpu/smt/control',
  source: 'Linux, Documentation/admin-guide/hw-vuln/l1tf.rst, "SMT control"',
  find: ({ plan }) => {
    const pairs = plan.topology.length - countCores(plan.topology);
    return pairs === 0 ? null : `${String(pairs)} CPUs are further threads of a core.`;
  },
};
