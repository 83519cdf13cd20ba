/**
 * What the programs in the sandbox's slots really used, by the counters of their control groups. That a slot is at work
 * says nothing of it: where others take the cores, its program has a tenth of one.
 */
import { foldersUp, memoryController, type CgroupPlace } from './cgroup-tree.ts';
import type { Tree } from './tree.ts';

/** CPU time of each slot's group since it was made. */
export interface SlotUse {
  readonly usedUs: ReadonlyMap<string, number>;
  /** Of `performance.now()`. */
  readonly atMs: number;
}

/** `sandglass-<pid>-<start time>-<slot>-<serial>`, as the sandbox names them: of every judgehost on this machine. */
const slotGroup = /^sandglass-\d+-\d+-\d+-\d+$/;

/** The sandbox makes its groups in our own one, or as far up as it may. Null: control groups tell nothing here. */
export async function readSlotUse(tree: Tree, place: CgroupPlace): Promise<SlotUse | null> {
  const version = memoryController(place);
  if (version === null) return null;
  const folders = foldersUp(place, version, version === 2 ? '' : 'cpuacct');
  if (folders.length === 0) return null;
  for (const { folder } of folders) {
    const names = (await tree.names(folder)).filter((name) => slotGroup.test(name));
    if (names.length === 0) continue;
    const used = await Promise.all(
      names.map(async (name) => [name, await usedUs(tree, `${folder}/${name}`, version)] as const),
    );
    const known = used.filter((one): one is [string, number] => one[1] !== null);
    return { usedUs: new Map(known), atMs: performance.now() };
  }
  return { usedUs: new Map(), atMs: performance.now() };
}

/** Cores that the slots kept busy between two readings; null when no time has passed. */
export function slotCores(before: SlotUse, after: SlotUse): number | null {
  const passedUs = (after.atMs - before.atMs) * 1000;
  if (passedUs <= 0) return null;
  // A group that is new was made since, and all it used is of this time; what one that is gone used last is not known.
  const grown = [...after.usedUs].map(([name, used]) => Math.max(0, used - (before.usedUs.get(name) ?? 0)));
  return grown.reduce((sum, used) => sum + used, 0) / passedUs;
}

async function usedUs(tree: Tree, folder: string, version: 1 | 2): Promise<number | null> {
  if (version === 1) {
    const ns = await tree.number(`${folder}/cpuacct.usage`);
    return ns === null ? null : ns / 1000;
  }
  const us = /^usage_usec (\d+)/m.exec((await tree.text(`${folder}/cpu.stat`)) ?? '')?.[1];
  return us === undefined ? null : Number(us);
}
