/** The first line of /proc/stat: where the CPUs' time went since boot, in ticks. */
import type { Tree } from './tree.ts';

export interface CpuTimes {
  readonly total: number;
  /** Taken by the hypervisor for others. */
  readonly steal: number;
}

export async function readCpuTimes(tree: Tree): Promise<CpuTimes | null> {
  const line = /^cpu\s+(.*)$/m.exec((await tree.text('/proc/stat')) ?? '')?.[1];
  if (line === undefined) return null;
  // user nice system idle iowait irq softirq steal; guest times are part of user and nice.
  const ticks = line.trim().split(/\s+/).map(Number).slice(0, 8);
  return { total: ticks.reduce((sum, value) => sum + value, 0), steal: ticks[7] ?? 0 };
}

/** Share of time stolen between two readings, 0…1; null when no time has passed. */
export function stealRatio(before: CpuTimes, after: CpuTimes): number | null {
  const total = after.total - before.total;
  // Steal may step back a tick when a virtual CPU moves; that is no negative theft.
  return total > 0 ? Math.min(Math.max((after.steal - before.steal) / total, 0), 1) : null;
}
