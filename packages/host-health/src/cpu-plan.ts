/**
 * How many slots this host may have, and why (S14).
 *
 * `sysconf` and `nproc` in a container tell the host's cores, not ours. So every bound is
 * looked at: CPUs switched on, affinity, cpuset, quota along the whole cgroup path, physical
 * cores, configuration. The smallest decides, and the whole derivation is kept for people.
 */
import type { CpuDerivation } from '@sandglass/contracts';
import { readCgroupPlace, readCpuQuotas, readCpusets, type CgroupPlace } from './cgroup-tree.ts';
import { formatCpuList, parseCpuList } from './cpu-list.ts';
import { countCores, readOnlineCpus, readTopology, type Cpu } from './cpu-topology.ts';
import type { HostOptions } from './options.ts';
import { placeSlots, type SlotPlacement } from './slot-placement.ts';
import { HostTree } from './tree.ts';

export interface CpuPlan {
  readonly derivation: CpuDerivation;
  readonly slots: readonly SlotPlacement[];
  /** Topology of the CPUs that are switched on. */
  readonly topology: readonly Cpu[];
  readonly cgroup: CgroupPlace;
}

type Bound = CpuDerivation['bounds'][number];

export async function readCpuPlan(options: HostOptions = {}): Promise<CpuPlan> {
  return planCpus(new HostTree(options.root), options.slots ?? null);
}

/** @param known topology read before, when the same CPUs are still switched on: it does not change */
export async function planCpus(
  tree: HostTree,
  configured: number | null,
  known?: readonly Cpu[],
): Promise<CpuPlan> {
  const online = await readOnlineCpus(tree);
  const cgroup = await readCgroupPlace(tree);
  const [affinity, cpusets, quotas] = await Promise.all([
    readAffinity(tree),
    readCpusets(tree, cgroup),
    readCpuQuotas(tree, cgroup),
  ]);
  const topology = sameCpus(known, online.cpus) ? known : await readTopology(tree, online.cpus);

  const bounds: Bound[] = [{ source: 'online', cpus: online.cpus.length, detail: online.detail }];
  let usable = online.cpus;
  if (affinity !== null) {
    usable = intersection(usable, affinity);
    bounds.push({
      source: 'affinity',
      cpus: affinity.length,
      detail: `Cpus_allowed_list ${formatCpuList(affinity)}`,
    });
  }
  for (const cpuset of cpusets) {
    usable = intersection(usable, cpuset.cpus);
    bounds.push({ source: 'cpuset', cpus: cpuset.cpus.length, detail: cpuset.detail });
  }
  // Bounds that exclude each other cannot be true of a running process: believe what is switched on.
  if (usable.length === 0) usable = online.cpus;

  const quota = quotas.toSorted((a, b) => a.cpus - b.cpus)[0];
  if (quota !== undefined) bounds.push({ source: 'quota', cpus: quota.cpus, detail: quota.detail });

  const usableCpus = topology.filter((cpu) => usable.includes(cpu.number));
  const cores = countCores(usableCpus);
  bounds.push({
    source: 'physical-cores',
    cpus: cores,
    detail:
      cores < usable.length
        ? `${cores} cores of ${usable.length} CPUs, one slot per core`
        : `${cores} cores, one CPU each`,
  });
  if (configured !== null) {
    bounds.push({ source: 'configured', cpus: configured, detail: `${configured} slots asked for` });
  }

  const wanted = slotCount(bounds, cores);
  const slots = placeSlots(usableCpus, wanted);
  const derivation: CpuDerivation = {
    usable: [...usable],
    slots: slots.length,
    online: online.cpus.length,
    bounds,
    summary: `${slots.length} of ${online.cpus.length}: ${withoutPlace(decider(bounds, slots.length, usable).detail)}`,
  };
  return { derivation, slots, topology, cgroup };
}

/** Half a CPU of quota still makes one slot, which is then slow; zero would be no judgehost. */
function slotCount(bounds: readonly Bound[], cores: number): number {
  const smallest = Math.min(cores, ...bounds.map((bound) => Math.floor(bound.cpus)));
  return Math.max(1, smallest);
}

/** The first bound that is as small as the result; a set of CPUs narrower than each bound alone is told as such. */
function decider(bounds: readonly Bound[], slots: number, usable: readonly number[]): { detail: string } {
  return (
    bounds.find((bound) => Math.max(1, Math.floor(bound.cpus)) === slots) ?? {
      detail: `CPUs ${formatCpuList(usable)}`,
    }
  );
}

/** The place in the cgroup tree stays in the derivation; the line for people is short. */
function withoutPlace(detail: string): string {
  return detail.replace(/ at \/.*$/, '');
}

async function readAffinity(tree: HostTree): Promise<number[] | null> {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec((await tree.text('/proc/self/status')) ?? '')?.[1];
  return list === undefined ? null : parseCpuList(list);
}

function intersection(a: readonly number[], b: readonly number[]): number[] {
  const other = new Set(b);
  return a.filter((cpu) => other.has(cpu));
}

function sameCpus(known: readonly Cpu[] | undefined, online: readonly number[]): known is readonly Cpu[] {
  return (
    known !== undefined &&
    known.length === online.length &&
    known.every((cpu, index) => cpu.number === online[index])
  );
}
