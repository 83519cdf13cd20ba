/** The figures of a report that are rates between two readings, or counts. */
import type { HostVitals } from '@sandglass/contracts';
import type { CpuPlan } from './cpu-plan.ts';
import { cpuSplit, type CpuTimes } from './cpu-times.ts';
import { readLivingGroups } from './living-groups.ts';
import { BoundedReading } from './bounded-reading.ts';
import { readSlotUse, slotCores, type SlotUse } from './slot-use.ts';
import { readTemperature } from './temperature.ts';
import { readThrottling, throttledSince, type GroupThrottling } from './throttling.ts';
import type { Tree } from './tree.ts';

/** How long files of control groups and sensors are waited for, ms. */
const groupsMs = 400;

/** What a process with the right to do so reads now and then; `atMs` of `performance.now()`. */
export interface RareView {
  readonly namespaces: HostVitals['namespaces'];
  readonly clockSynchronised: boolean | null;
  readonly atMs: number;
}

interface Groups {
  readonly quota: boolean;
  readonly throttling: HostVitals['throttling'];
  readonly cgroups: HostVitals['cgroups'];
  readonly slotUse: SlotUse | null;
  readonly temperatureC: number | null;
  /** Of the report that began to read this. */
  readonly round: number;
}

export class VitalsReader {
  readonly #tree: Tree;
  readonly #groups = new BoundedReading<Groups>();
  #times: CpuTimes | null = null;
  #throttling: GroupThrottling[] | null = null;
  /** Of the report before. */
  #slotUse: SlotUse | null = null;
  #round = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** @param rare from a process that may look at all processes; null: not known */
  async read(
    { cgroup: place, derivation }: CpuPlan,
    times: CpuTimes | null,
    rare: RareView | null = null,
  ): Promise<HostVitals> {
    this.#round += 1;
    const round = this.#round;
    const groups = await this.#groups.within(groupsMs, async () => {
      const [throttling, cgroups, slotUse, temperatureC] = await Promise.all([
        readThrottling(this.#tree, place),
        readLivingGroups(this.#tree, place),
        readSlotUse(this.#tree, place),
        readTemperature(this.#tree),
      ]);
      const before = this.#throttling;
      this.#throttling = throttling;
      return {
        quota: throttling.length > 0,
        throttling: before === null ? null : throttledSince(before, throttling),
        cgroups,
        slotUse,
        temperatureC,
        round,
      };
    });
    // Held against `cpu`, it is of the same time or of none: from the report before to this one.
    const slotUse = groups?.round === round ? groups.slotUse : null;
    const usedBefore = this.#slotUse;
    this.#slotUse = slotUse;
    const load = this.#tree.whole('/proc/loadavg');
    const [running, total] = (load?.split(' ')[3] ?? '').split('/').map(Number);
    const vitals: HostVitals = {
      cpu: this.#times !== null && times !== null ? cpuSplit(this.#times, times) : null,
      quota: groups?.quota ?? null,
      throttling: groups?.throttling ?? null,
      memory: readMemoryDetail(this.#tree),
      cgroups: groups?.cgroups ?? null,
      slotCores:
        usedBefore === null || slotUse === null ? null : slotCores(usedBefore, slotUse, derivation.online),
      namespaces: [...(rare?.namespaces ?? [])],
      namespacesAgeMs: rare === null ? null : Math.round(performance.now() - rare.atMs),
      tasks: { running: running ?? 0, total: total ?? 0 },
      temperatureC: groups?.temperatureC ?? null,
    };
    this.#times = times;
    return vitals;
  }
}

function readMemoryDetail(tree: Tree): HostVitals['memory'] {
  const text = tree.whole('/proc/meminfo') ?? '';
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
  const minFree = /^\d+/.exec(tree.whole('/proc/sys/vm/min_free_kbytes') ?? '')?.[0];
  return {
    freeBytes: bytes('MemFree'),
    dirtyBytes: bytes('Dirty'),
    minFreeBytes: minFree === undefined ? null : Number(minFree) * 1024,
  };
}
