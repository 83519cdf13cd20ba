/**
 * How many control groups there are. They pile up where somebody makes one per run and the kernel is slow to free
 * them: thousands of memory groups not yet released are how a judgehost before Linux 6.3 stalls.
 */
import type { HostVitals } from '@sandglass/contracts';
import { foldersUp, memoryController, type CgroupPlace } from './cgroup-tree.ts';
import type { Tree } from './tree.ts';

export async function readLivingGroups(tree: Tree, place: CgroupPlace): Promise<HostVitals['cgroups']> {
  if (memoryController(place) === 2) {
    const top = foldersUp(place, 2, '').at(-1);
    const text = top === undefined ? null : await tree.text(`${top.folder}/cgroup.stat`);
    const live = /^nr_descendants (\d+)/m.exec(text ?? '')?.[1];
    if (live !== undefined) {
      return { live: Number(live), dying: Number(/^nr_dying_descendants (\d+)/m.exec(text ?? '')?.[1] ?? 0) };
    }
  }
  // name, hierarchy, number of groups, enabled; removed groups count until they are freed.
  const counts = [...((await tree.text('/proc/cgroups')) ?? '').matchAll(/^\w+\t\d+\t(\d+)\t1$/gm)];
  if (counts.length === 0) return null;
  return { live: Math.max(...counts.map(([, count]) => Number(count))), dying: null };
}
