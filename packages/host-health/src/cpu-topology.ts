/** Sockets, nodes, caches, physical cores and their hardware threads, as sysfs reports them. */
import { readCpuList } from './cpu-list.ts';
import type { NumaNode } from './numa.ts';
import type { Tree } from './tree.ts';

export interface Cpu {
  /** The kernel's number. */
  readonly number: number;
  readonly socket: number;
  readonly node: number;
  /** The CPUs that share its last-level (L3) cache, as the kernel lists them; null: unknown. */
  readonly l3: string | null;
  /** The CPUs of its cluster (arm64, or x86 cores behind one L2); null: unknown. */
  readonly cluster: string | null;
  /** All hardware threads of its physical core, itself included; the same text for each of them. */
  readonly core: string;
  /** Speed of its kind of core on the kernel's scale, on which 1024 is the fastest. */
  readonly capacity: number;
}

const cpuFolder = '/sys/devices/system/cpu';
const fullCapacity = 1024;

/**
 * x86 with two kinds of cores has a performance monitor for each kind, which lists its CPUs. Kernels before 6.12 report
 * no capacity there; only the order of these numbers counts.
 */
const hybridKinds = [
  ['/sys/devices/cpu_atom/cpus', 512],
  ['/sys/devices/cpu_lowpower/cpus', 256],
] as const;

/** Numbers of the CPUs that are switched on. Without sysfs: those /proc/cpuinfo lists. */
export async function readOnlineCpus(tree: Tree): Promise<{ cpus: number[]; detail: string }> {
  const online = await tree.word(`${cpuFolder}/online`);
  const switchedOn = readCpuList(online) ?? [];
  if (switchedOn.length > 0) return { cpus: switchedOn, detail: `${cpuFolder}/online ${online ?? ''}` };
  const listed = [...((await tree.text('/proc/cpuinfo')) ?? '').matchAll(/^processor\s*:\s*(\d+)/gm)];
  const cpus = listed.map((match) => Number(match[1]));
  return { cpus: cpus.length === 0 ? [0] : cpus, detail: '/proc/cpuinfo' };
}

/** A CPU without topology files counts as a core of its own on socket and node 0. */
export async function readTopology(
  tree: Tree,
  cpus: readonly number[],
  nodes: readonly NumaNode[],
): Promise<Cpu[]> {
  const nodeOf = new Map(nodes.flatMap(({ number, cpus: own }) => own.map((cpu) => [cpu, number])));
  const hybrid = await readHybridCapacities(tree);
  return Promise.all(
    cpus.map(async (number) => {
      const folder = `${cpuFolder}/cpu${String(number)}`;
      const [socket, siblings, oldSiblings, cluster, l3, capacity] = await Promise.all([
        tree.number(`${folder}/topology/physical_package_id`),
        // The name since 5.4; the old one stays for compatibility.
        tree.word(`${folder}/topology/core_cpus_list`),
        tree.word(`${folder}/topology/thread_siblings_list`),
        tree.word(`${folder}/topology/cluster_cpus_list`),
        readL3(tree, folder),
        tree.number(`${folder}/cpu_capacity`),
      ]);
      const core = siblings ?? oldSiblings ?? String(number);
      return {
        number,
        socket: Math.max(socket ?? 0, 0), // −1: the firmware does not know
        node: nodeOf.get(number) ?? 0,
        l3,
        // Where there are no clusters the kernel lists the core itself.
        cluster: cluster === core ? null : cluster,
        core,
        capacity: Math.min(capacity ?? fullCapacity, hybrid.get(number) ?? fullCapacity),
      };
    }),
  );
}

/** The index folder of the third level has another number on every kind of CPU. */
async function readL3(tree: Tree, cpu: string): Promise<string | null> {
  const indices = (await tree.names(`${cpu}/cache`)).filter((name) => /^index\d+$/.test(name));
  for (const index of indices.sort().toReversed()) {
    if ((await tree.number(`${cpu}/cache/${index}/level`)) !== 3) continue;
    return tree.word(`${cpu}/cache/${index}/shared_cpu_list`);
  }
  return null;
}

async function readHybridCapacities(tree: Tree): Promise<Map<number, number>> {
  const capacities = new Map<number, number>();
  for (const [file, capacity] of hybridKinds) {
    for (const cpu of readCpuList(await tree.text(file)) ?? []) capacities.set(cpu, capacity);
  }
  return capacities;
}

/** Cores whose turbo is a little higher than their neighbours' are of the same kind. */
const sameKind = 0.9;

/**
 * Those of the fastest kind among `cpus`. The same program takes up to twice as long on a slow
 * core, so that slots on both kinds would give two verdicts.
 */
export function fastestCpus(cpus: readonly Cpu[]): Cpu[] {
  const fastest = Math.max(...cpus.map(({ capacity }) => capacity));
  return cpus.filter(({ capacity }) => capacity >= fastest * sameKind);
}

export function countCores(cpus: readonly Cpu[]): number {
  return new Set(cpus.map((cpu) => cpu.core)).size;
}

/**
 * `2 sockets × 20 cores × 2 threads` where all are alike, else `2 sockets, 23 cores, 40 threads`.
 * A factor of one thread is left out.
 */
export function describeTopology(cpus: readonly Cpu[]): string {
  const sockets = new Set(cpus.map(({ socket }) => socket)).size;
  const cores = countCores(cpus);
  const threads = cpus.length;
  const perSocket = Map.groupBy(cpus, ({ socket }) => socket);
  const perCore = Map.groupBy(cpus, ({ core }) => core);
  const alike =
    [...perSocket.values()].every((own) => countCores(own) === cores / sockets) &&
    [...perCore.values()].every((own) => own.length === threads / cores);
  if (!alike) return `${plural(sockets, 'socket')}, ${plural(cores, 'core')}, ${plural(threads, 'thread')}`;
  const parts = [plural(sockets, 'socket'), plural(cores / sockets, 'core')];
  if (threads > cores) parts.push(plural(threads / cores, 'thread'));
  return parts.join(' × ');
}

function plural(count: number, word: string): string {
  return `${String(count)} ${word}${count === 1 ? '' : 's'}`;
}
