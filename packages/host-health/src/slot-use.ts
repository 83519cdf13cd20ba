/**
 * What the programs in the sandbox's slots really used, by the counters of their control groups. That a slot is at work
 * says nothing of it: where others take the cores, its program has a tenth of one.
 */
import { foldersUp, memoryController, type CgroupPlace } from './cgroup-tree.ts';
import type { Tree } from './tree.ts';

/** CPU time of each slot's group since it was made. */
export interface SlotUse {
  /** Where the groups are; null: there are none. */
  readonly folder: string | null;
  readonly usedUs: ReadonlyMap<string, number>;
  /** Of `performance.now()`. */
  readonly atMs: number;
}

/** `sandglass-<pid>-<start time>-<slot>-<serial>`, as the sandbox names them. */
const slotGroup = /^sandglass-\d+-\d+-\d+-\d+$/;

/**
 * The sandbox makes its groups in our own one, or as far up as it may. Only the first folder upward that has any is
 * looked into: judgehosts that share it with us are counted, those with groups elsewhere are others to us.
 * @returns null: control groups report nothing here, or not now (a part would pass for all there is)
 */
export async function readSlotUse(tree: Tree, place: CgroupPlace): Promise<SlotUse | null> {
  const version = memoryController(place);
  if (version === null) return null;
  const folders = foldersUp(place, version, version === 2 ? '' : 'cpuacct');
  if (folders.length === 0) return null;
  for (const { folder } of folders) {
    const all = await tree.listing(folder);
    if (all === null) return null;
    const names = all.filter((name) => slotGroup.test(name));
    if (names.length === 0) continue;
    const used = await Promise.all(
      names.map(async (name) => [name, await usedUs(tree, `${folder}/${name}`, version)] as const),
    );
    const known = used.filter((one): one is [string, number] => one[1] !== null);
    if (known.length < used.length) return null;
    return { folder, usedUs: new Map(known), atMs: performance.now() };
  }
  return { folder: null, usedUs: new Map(), atMs: performance.now() };
}

/**
 * Cores that the slots kept busy between two readings; null when no time has passed, or the counters do not answer.
 * @param cpus that are switched on: no group can have used more
 */
export function slotCores(before: SlotUse, after: SlotUse, cpus: number): number | null {
  const passedUs = (after.atMs - before.atMs) * 1000;
  if (passedUs <= 0) return null;
  // Other groups in another folder are old ones, and most of what they used is of earlier times.
  if (before.folder !== null && after.folder !== null && before.folder !== after.folder) return null;
  const mostUs = passedUs * cpus;
  let sumUs = 0;
  for (const [name, used] of after.usedUs) {
    const then = before.usedUs.get(name);
    // A group that is new was made since, and all it used is of this time; what one that is gone used last is not known.
    if (then === undefined && used > mostUs) return null;
    sumUs += Math.max(0, used - (then ?? 0));
  }
  // The counters are read a little before or after the clock.
  return Math.min(sumUs, mostUs) / passedUs;
}

async function usedUs(tree: Tree, folder: string, version: 1 | 2): Promise<number | null> {
  if (version === 1) {
    const ns = await tree.number(`${folder}/cpuacct.usage`);
    return ns === null ? null : ns / 1000;
  }
  const us = /^usage_usec (\d+)/m.exec((await tree.text(`${folder}/cpu.stat`)) ?? '')?.[1];
  return us === undefined ? null : Number(us);
}
