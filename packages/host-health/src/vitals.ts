/** The figures of a report that are rates between two readings, or counts. */
import type { HostVitals } from '@sandglass/contracts';
import type { CgroupPlace } from './cgroup-tree.ts';
import { cpuSplit, type CpuTimes } from './cpu-times.ts';
import { readLivingGroups } from './living-groups.ts';
import { readTemperature } from './temperature.ts';
import { readThrottling, throttledSince, type GroupThrottling } from './throttling.ts';
import type { Tree } from './tree.ts';

export class VitalsReader {
  readonly #tree: Tree;
  #times: CpuTimes | null = null;
  #throttling: GroupThrottling[] | null = null;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** @param namespaces by kind, from whoever may look at all processes; none otherwise */
  async read(
    place: CgroupPlace,
    times: CpuTimes | null,
    namespaces: HostVitals['namespaces'] = [],
  ): Promise<HostVitals> {
    const [throttling, cgroups, memory, temperatureC, load] = await Promise.all([
      readThrottling(this.#tree, place),
      readLivingGroups(this.#tree, place),
      readMemoryDetail(this.#tree),
      readTemperature(this.#tree),
      this.#tree.word('/proc/loadavg'),
    ]);
    const [running, total] = (load?.split(' ')[3] ?? '').split('/').map(Number);
    const vitals: HostVitals = {
      cpu: this.#times !== null && times !== null ? cpuSplit(this.#times, times) : null,
      throttling: this.#throttling === null ? null : throttledSince(this.#throttling, throttling),
      memory,
      cgroups,
      namespaces,
      tasks: { running: running ?? 0, total: total ?? 0 },
      temperatureC,
    };
    this.#times = times;
    this.#throttling = throttling;
    return vitals;
  }
}

async function readMemoryDetail(tree: Tree): Promise<HostVitals['memory']> {
  const text = (await tree.text('/proc/meminfo')) ?? '';
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
  const minFree = await tree.number('/proc/sys/vm/min_free_kbytes');
  return {
    freeBytes: bytes('MemFree'),
    dirtyBytes: bytes('Dirty'),
    minFreeBytes: minFree === null ? null : minFree * 1024,
  };
}
