/** Memory nodes: which CPUs and how much memory each has, and how far apart they are. */
import { readCpuList } from './cpu-list.ts';
import type { Tree } from './tree.ts';

export interface NumaNode {
  readonly number: number;
  /** CPUs of it that are switched on: none on a node that is memory only. */
  readonly cpus: readonly number[];
  /** 0: a node of CPUs without memory of their own. Null: unknown. */
  readonly memoryBytes: number | null;
  /** The firmware's distance to each other node, 10 being its own; by number. */
  readonly distances: ReadonlyMap<number, number>;
  /** Whether this process may have memory of it. */
  readonly allowed: boolean;
}

const folder = '/sys/devices/system/node';

/** In the order of their numbers; empty where the kernel knows no nodes. */
export async function readNumaNodes(tree: Tree): Promise<NumaNode[]> {
  const numbers = (await tree.names(folder))
    .filter((name) => /^node\d+$/.test(name))
    .map((name) => Number(name.slice('node'.length)))
    .sort((a, b) => a - b);
  const allowed = await readAllowedNodes(tree);
  return Promise.all(
    numbers.map(async (number) => {
      const own = `${folder}/node${String(number)}`;
      const [cpus, meminfo, distance] = await Promise.all([
        tree.text(`${own}/cpulist`),
        tree.text(`${own}/meminfo`),
        tree.word(`${own}/distance`),
      ]);
      const kilobytes = /MemTotal:\s*(\d+) kB/.exec(meminfo ?? '')?.[1];
      // One number per node that is switched on, in the order of their numbers.
      const distances = (distance ?? '').split(/\s+/).map(Number);
      return {
        number,
        cpus: readCpuList(cpus) ?? [],
        memoryBytes: kilobytes === undefined ? null : Number(kilobytes) * 1024,
        distances: new Map(
          distances.length === numbers.length
            ? numbers.map((other, index) => [other, distances[index] ?? 0])
            : [],
        ),
        allowed: allowed === null || allowed.has(number),
      };
    }),
  );
}

/** `Mems_allowed_list` of this process: a cpuset may forbid nodes. */
async function readAllowedNodes(tree: Tree): Promise<ReadonlySet<number> | null> {
  const status = (await tree.text('/proc/self/status')) ?? '';
  const list = /^Mems_allowed_list:\s*(\S+)/m.exec(status)?.[1];
  const allowed = readCpuList(list);
  return allowed === null ? null : new Set(allowed);
}

/**
 * The node whose memory CPUs of `node` should use: their own, or the nearest one that has
 * memory and is allowed. Null when there is no choice: fewer than two nodes with memory, or
 * none that is allowed.
 */
export function memoryNodeFor(node: number, nodes: readonly NumaNode[]): number | null {
  const withMemory = nodes.filter(({ memoryBytes }) => memoryBytes !== 0);
  if (withMemory.length < 2) return null;
  const distances = nodes.find(({ number }) => number === node)?.distances;
  const distanceTo = (other: number): number =>
    other === node ? 0 : (distances?.get(other) ?? Number.MAX_SAFE_INTEGER);
  const [nearest] = withMemory
    .filter(({ allowed }) => allowed)
    .sort((a, b) => distanceTo(a.number) - distanceTo(b.number) || a.number - b.number);
  return nearest?.number ?? null;
}
