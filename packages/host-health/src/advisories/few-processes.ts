import type { AdvisoryRule } from './rule.ts';

/** The most that a language's limits give a run. */
const perSlot = 256;
/** The judgehost, its supervisors and what else a host has. */
const others = 512;

export const fewProcesses: AdvisoryRule = {
  id: 'few-processes',
  severity: 'warning',
  title: 'Too few processes allowed',
  applies:
    'the smallest of `kernel.pid_max`, `kernel.threads-max` and the `pids.max` on the way up is below 256 per slot and 512 more',
  happens:
    'Programs and compilers that are within their own limits are refused threads and processes, which looks like their fault.',
  remedy: 'Raise the value named; for a container, its process limit.',
  source: 'Linux, Documentation/admin-guide/cgroup-v2.rst, "PID"',
  find: ({ settings: { processes }, plan }) => {
    const needed = plan.slots.length * perSlot + others;
    if (processes === null || processes.value >= needed) return null;
    return `${processes.source} is ${String(processes.value)}; ${String(plan.slots.length)} slots need ${String(needed)} to be safe.`;
  },
};
