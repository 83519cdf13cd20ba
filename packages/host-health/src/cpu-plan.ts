/**
 * How many slots this host may have, and why.
 *
 * `sysconf` and `nproc` in a container count the host's cores, not ours. So every bound is read: CPUs switched on,
 * affinity, cpuset, quota along the whole cgroup path, kinds of cores, physical cores, cores reserved for the system,
 * configuration. The smallest decides, and the whole derivation is kept for people.
 */
import type { CpuDerivation } from '@sandglass/contracts';
import { readCgroupPlace, readCpuQuotas, readCpusets, type CgroupPlace } from './cgroup-tree.ts';
import { formatCpuList, readCpuList } from './cpu-list.ts';
import {
  countCores,
  describeTopology,
  fastestCpus,
  readOnlineCpus,
  readTopology,
  type Cpu,
} from './cpu-topology.ts';
import { readNumaNodes, type NumaNode } from './numa.ts';
import type { HostOptions, SlotWishes } from './options.ts';
import { coresForSystem, placeSlots, type SlotPlacement } from './slot-placement.ts';
import { HostTree, type Tree } from './tree.ts';

export interface CpuPlan {
  readonly derivation: CpuDerivation;
  readonly slots: readonly SlotPlacement[];
  /** Topology of the CPUs that are switched on. */
  readonly topology: readonly Cpu[];
  readonly nodes: readonly NumaNode[];
  /** CPUs reserved for the system. */
  readonly reserved: readonly number[];
  /** Usable CPUs that get no slot because faster ones are there. */
  readonly slow: readonly number[];
  readonly cgroup: CgroupPlace;
}

type Bound = CpuDerivation['bounds'][number];

export async function readCpuPlan(options: HostOptions = {}): Promise<CpuPlan> {
  return planCpus(new HostTree(options.root), options);
}

/** @param known a plan made before: topology is not read again while the same CPUs are switched on */
export async function planCpus(tree: Tree, wishes: SlotWishes, known?: CpuPlan): Promise<CpuPlan> {
  const online = await readOnlineCpus(tree);
  const cgroup = await readCgroupPlace(tree);
  const [affinity, cpusets, quotas, nodes] = await Promise.all([
    readAffinity(tree),
    readCpusets(tree, cgroup),
    readCpuQuotas(tree, cgroup),
    readNumaNodes(tree),
  ]);
  const topology = sameCpus(known?.topology, online.cpus)
    ? known.topology
    : await readTopology(tree, online.cpus, nodes);

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
  const fast = fastestCpus(usableCpus);
  const slow = usableCpus.filter((cpu) => !fast.includes(cpu)).map(({ number }) => number);
  if (slow.length > 0) bounds.push(kindBound(fast, slow));
  bounds.push(wishes.smt === 'use' ? threadBound(fast) : coreBound(fast));

  const kept = coresForSystem(fast, coresToKeep(wishes.reserve ?? 0, countCores(fast)));
  const forSlots = fast.filter((cpu) => !kept.includes(cpu));
  if (kept.length > 0) bounds.push(reserveBound(kept, bounds));
  if (wishes.slots !== undefined && wishes.slots !== null) {
    const { slots } = wishes;
    bounds.push({
      source: 'configured',
      cpus: slots,
      detail: `${String(slots)} ${slots === 1 ? 'slot' : 'slots'} asked for`,
    });
  }

  const wanted = Math.max(1, smallest(bounds));
  const slots = placeSlots(forSlots, nodes, wanted, wishes.smt === 'use' ? Number.MAX_SAFE_INTEGER : 1);
  const deciding = decider(bounds, slots.length)?.detail ?? `CPUs ${formatCpuList(usable)}`;
  const derivation: CpuDerivation = {
    usable: [...usable],
    slots: slots.length,
    online: online.cpus.length,
    bounds,
    summary: `${String(slots.length)} of ${String(online.cpus.length)}: ${withoutPlace(deciding)}`,
    machine: describeMachine(topology, nodes),
    placement: slots.map((slot) => ({
      ...slot,
      cpus: [...slot.cpus],
      siblings: [...slot.siblings],
      memoryNodes: slot.memoryNodes === null ? null : [...slot.memoryNodes],
    })),
  };
  return {
    derivation,
    slots,
    topology,
    nodes,
    reserved: kept.map(({ number }) => number),
    slow,
    cgroup,
  };
}

function coreBound(cpus: readonly Cpu[]): Bound {
  const cores = countCores(cpus);
  const detail = describeTopology(cpus);
  if (cores === cpus.length) return { source: 'physical-cores', cpus: cores, detail };
  return {
    source: 'physical-cores',
    cpus: cores,
    detail: `${detail}: ${String(cpus.length)} → ${String(cores)} physical`,
  };
}

function threadBound(cpus: readonly Cpu[]): Bound {
  return {
    source: 'hardware-threads',
    cpus: cpus.length,
    detail: `${describeTopology(cpus)}, a slot on each of ${String(cpus.length)} threads`,
  };
}

function kindBound(fast: readonly Cpu[], slow: readonly number[]): Bound {
  const fastest = formatCpuList(fast.map(({ number }) => number));
  return {
    source: 'core-kind',
    cpus: fast.length,
    detail: `fastest kind of cores: CPUs ${fastest}; the slower CPUs ${formatCpuList(slow)} get no slot`,
  };
}

/** One core stays for a slot, regardless of the setting. */
function coresToKeep(reserve: number, cores: number): number {
  return Math.max(0, Math.min(reserve, cores - 1));
}

/** What is kept is kept of a quota as well: a slot that uses all of it stops everything else in its group. */
function reserveBound(kept: readonly Cpu[], bounds: readonly Bound[]): Bound {
  const cores = countCores(kept);
  const threads = bounds.some(({ source }) => source === 'hardware-threads') ? kept.length : cores;
  return {
    source: 'reserved',
    cpus: Math.max(1, smallest(bounds) - threads),
    detail: `${String(cores)} ${cores === 1 ? 'core' : 'cores'} reserved for the system: CPUs ${formatCpuList(kept.map(({ number }) => number))}`,
  };
}

/** Half a CPU of quota is 0 here; one slot is made all the same, which is slow: none would be no judgehost. */
function smallest(bounds: readonly Bound[]): number {
  return Math.min(...bounds.map(({ cpus }) => Math.floor(cpus)));
}

/** The first bound that is as small as the result; none when only several together are. */
function decider(bounds: readonly Bound[], slots: number): Bound | undefined {
  return bounds.find((bound) => Math.max(1, Math.floor(bound.cpus)) === slots);
}

/** `2 sockets × 20 cores × 2 threads, 2 NUMA nodes, 2 L3 caches`. */
function describeMachine(topology: readonly Cpu[], nodes: readonly NumaNode[]): string {
  const caches = new Set(topology.map(({ l3 }) => l3)).size;
  const parts = [describeTopology(topology)];
  if (nodes.length > 0) parts.push(`${String(nodes.length)} NUMA ${nodes.length === 1 ? 'node' : 'nodes'}`);
  if (topology.every(({ l3 }) => l3 !== null)) {
    parts.push(`${String(caches)} L3 ${caches === 1 ? 'cache' : 'caches'}`);
  }
  return parts.join(', ');
}

/** The place in the cgroup tree stays in the derivation; the line for people is short. */
function withoutPlace(detail: string): string {
  return detail.split(' at /', 1)[0] ?? '';
}

async function readAffinity(tree: Tree): Promise<number[] | null> {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec((await tree.text('/proc/self/status')) ?? '')?.[1];
  return readCpuList(list);
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
