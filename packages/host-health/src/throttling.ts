/** How much CPU quotas on our way up have stopped us: cpu.stat of every group, in both hierarchies. */
import type { Throttling } from '@sandglass/contracts';
import { foldersUp, type CgroupPlace } from './cgroup-tree.ts';
import type { Tree } from './tree.ts';

/** Counters of one group since it was made. */
export interface GroupThrottling {
  readonly group: string;
  readonly periods: number;
  readonly throttledPeriods: number;
  readonly stoppedUs: number;
}

/** Groups without a quota count no periods and are left out. */
export async function readThrottling(tree: Tree, place: CgroupPlace): Promise<GroupThrottling[]> {
  const folders = ([2, 1] as const).flatMap((version) => foldersUp(place, version, 'cpu'));
  const groups = await Promise.all(
    folders.map(async ({ folder, name }) => {
      const text = (await tree.text(`${folder}/cpu.stat`)) ?? '';
      const count = (key: string): number => Number(new RegExp(`^${key} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
      // Version 1 counts nanoseconds and calls it throttled_time.
      const stoppedUs = count('throttled_usec') || count('throttled_time') / 1000;
      return {
        group: name,
        periods: count('nr_periods'),
        throttledPeriods: count('nr_throttled'),
        stoppedUs,
      };
    }),
  );
  return groups.filter(({ periods }) => periods > 0);
}

/** What happened between two readings, in the group that was stopped longest; null where there is no quota. */
export function throttledSince(
  before: readonly GroupThrottling[],
  after: readonly GroupThrottling[],
): Throttling | null {
  const found = after.flatMap((now): Throttling[] => {
    const then = before.find(({ group }) => group === now.group);
    if (then === undefined || now.periods < then.periods) return [];
    const periods = now.periods - then.periods;
    const throttled = Math.max(0, now.throttledPeriods - then.throttledPeriods);
    return [
      {
        group: now.group,
        share: periods === 0 ? 0 : Math.min(1, throttled / periods),
        stoppedMs: Math.max(0, now.stoppedUs - then.stoppedUs) / 1000,
      },
    ];
  });
  return found.sort((a, b) => b.stoppedMs - a.stoppedMs || b.share - a.share)[0] ?? null;
}
