/** How long a slot is away when its supervisor dies. */
import { createSlot } from '@sandglass/sandbox';
import type { RunSpec } from '@sandglass/sandbox';
import { median, percentile, rounded } from '../lib/statistics.ts';
import { ownSupervisors } from './slot-memory.ts';

/**
 * Kills the supervisor of a slot of its own, time after time: from the kill to the end of the next run.
 * @returns the figures `rebuild_ms_median` and `rebuild_ms_p95`
 * @throws Error when the slot does not count its rebuilds
 */
export async function measureRebuild(spec: RunSpec, times: number): Promise<Record<string, number>> {
  const others = new Set(ownSupervisors());
  const slot = await createSlot({ ordinal: 900, uidBase: 63000 });
  const durations: number[] = [];
  try {
    for (let i = 0; i < times; i++) {
      await slot.run(spec);
      const [supervisor] = ownSupervisors().filter((pid) => !others.has(pid));
      if (supervisor === undefined) throw new Error('the slot has no supervisor');
      others.add(supervisor);
      const began = performance.now();
      process.kill(supervisor, 'SIGKILL');
      // Asked before anybody has noticed, a run may be refused an answer; the next one waits for the new slot.
      await slot.run(spec).catch(() => slot.run(spec));
      durations.push(performance.now() - began);
    }
    if (slot.rebuilds !== times)
      throw new Error(`${String(slot.rebuilds)} of ${String(times)} rebuilds were counted`);
  } finally {
    await slot.close();
  }
  return {
    rebuild_ms_median: rounded(median(durations)),
    rebuild_ms_p95: rounded(percentile(durations, 0.95)),
  };
}
