import type { AdvisoryRule } from './rule.ts';

/** Of the kind a slot has most of: the PID namespaces of this run, of the last and of the next. */
const perSlot = 4;
const others = 16;

export const fewNamespaces: AdvisoryRule = {
  id: 'few-namespaces',
  severity: 'critical',
  title: 'Too few namespaces allowed',
  applies: 'the smallest of `user.max_{ipc,mnt,net,pid,uts}_namespaces` is below 4 per slot and 16 more',
  happens:
    'Slots cannot be built, or runs fail in set-up, with "no space left on device". Containers and browsers on the same host count as well, and before Linux 6.3 so do IPC namespaces that ended but are not freed yet.',
  remedy: 'Raise the value named with sysctl; the default is in the tens of thousands.',
  source: 'namespaces(7), "The /proc/sys/user directory"',
  find: ({ settings: { namespaces }, plan }) => {
    const needed = plan.slots.length * perSlot + others;
    if (namespaces === null || namespaces.value >= needed) return null;
    return `${namespaces.source} is ${String(namespaces.value)}; ${String(plan.slots.length)} slots need ${String(needed)} to be safe.`;
  },
};
