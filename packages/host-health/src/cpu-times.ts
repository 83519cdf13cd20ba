/** The first line of /proc/stat: where the CPUs' time went since boot, in ticks. */
import type { CpuSplit } from '@sandglass/contracts';
import type { Tree } from './tree.ts';

export interface CpuTimes {
  readonly total: number;
  readonly user: number;
  readonly system: number;
  readonly idle: number;
  readonly ioWait: number;
  /** Taken by the hypervisor for others. */
  readonly steal: number;
}

export function readCpuTimes(tree: Tree): CpuTimes | null {
  const line = /^cpu +(\S.*)$/m.exec(tree.whole('/proc/stat') ?? '')?.[1];
  if (line === undefined) return null;
  // user nice system idle iowait irq softirq steal; guest times are part of user and nice.
  const ticks = line.trim().split(/\s+/).map(Number).slice(0, 8);
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0] = ticks;
  return {
    total: ticks.reduce((sum, value) => sum + value, 0),
    user: user + nice,
    system: system + irq + softIrq,
    idle,
    ioWait,
    steal,
  };
}

/** Share of time stolen between two readings, 0…1; null when no time has passed. */
export function stealRatio(before: CpuTimes, after: CpuTimes): number | null {
  const total = after.total - before.total;
  // Steal may step back a tick when a virtual CPU moves; that is no negative theft.
  return total > 0 ? Math.min(Math.max((after.steal - before.steal) / total, 0), 1) : null;
}

/** Where the time between two readings went, the parts together 1; null when none has passed. */
export function cpuSplit(before: CpuTimes, after: CpuTimes): CpuSplit | null {
  // Counters of I/O wait and steal may step back a little (proc(5)).
  const grown = (part: keyof CpuTimes): number => Math.max(0, after[part] - before[part]);
  const parts = {
    user: grown('user'),
    system: grown('system'),
    ioWait: grown('ioWait'),
    steal: grown('steal'),
    idle: grown('idle'),
  };
  const total = Object.values(parts).reduce((sum, value) => sum + value, 0);
  if (total <= 0) return null;
  return {
    user: parts.user / total,
    system: parts.system / total,
    ioWait: parts.ioWait / total,
    steal: parts.steal / total,
    idle: parts.idle / total,
  };
}
