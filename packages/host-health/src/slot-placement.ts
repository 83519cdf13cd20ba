/**
 * Which core each slot gets: one slot per physical core, spread over NUMA nodes, sockets and
 * L3 caches, so that few slots on a large machine do not all share one memory controller and one cache.
 *
 * A core's second hardware thread is left idle: two programs on one core slow each other
 * by up to half, and by how much depends on what the other one does.
 */
import type { Cpu } from './cpu-topology.ts';
import { memoryNodeFor, type NumaNode } from './numa.ts';

export interface SlotPlacement {
  readonly ordinal: number;
  /** The CPUs the slot's programs run on: one. */
  readonly cpus: readonly number[];
  /** Other usable hardware threads of the same core: idle, unless SMT is used. */
  readonly siblings: readonly number[];
  readonly node: number;
  readonly socket: number;
  /** The CPUs that share its L3 cache, as a list; null: unknown. */
  readonly l3: string | null;
  /** Nodes its memory is bound to; null: nothing to choose from. */
  readonly memoryNodes: readonly number[] | null;
}

/** A physical core: its usable threads, the lowest number first. */
type Core = readonly [Cpu, ...Cpu[]];

export function coresOf(cpus: readonly Cpu[]): Core[] {
  const sorted = [...cpus].sort((a, b) => a.number - b.number);
  return [...Map.groupBy(sorted, ({ core }) => core).values()].map((threads) => threads as [Cpu, ...Cpu[]]);
}

/**
 * The cores reserved for the system: nodes take turns, the lowest numbers first. Interrupts and kernel
 * threads without a home go to the first CPU, and each node has some of its own. Within a
 * node they lie together, so that they disturb one L3 cache and not several.
 */
export function coresForSystem(cpus: readonly Cpu[], count: number): Cpu[] {
  const byNode = Map.groupBy(coresOf(cpus), ([first]) => first.node);
  const queues = [...byNode.entries()].sort(([a], [b]) => a - b).map(([, cores]) => cores);
  const turns = Math.max(0, ...queues.map((queue) => queue.length));
  const inOrder = Array.from({ length: turns }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  );
  return inOrder.flat().slice(0, count).flat();
}

/**
 * At most `wanted` placements. The order is stable, and the placements of fewer slots are the first of more.
 * @param usable the CPUs slots may have
 * @param threadsPerCore slots a core may have: 1, or more to use SMT; every core has one before any has two
 */
export function placeSlots(
  usable: readonly Cpu[],
  nodes: readonly NumaNode[],
  wanted: number,
  threadsPerCore = 1,
): SlotPlacement[] {
  const cores: Candidate[] = coresOf(usable).map((threads) => ({
    threads,
    parts: partsOf(threads[0]),
  }));
  const placements: SlotPlacement[] = [];
  const used = new Map<string, number>();
  const most = Math.min(threadsPerCore, Math.max(0, ...cores.map(({ threads }) => threads.length)));
  for (let thread = 0; thread < most; thread += 1) {
    const free = new Set(cores.filter(({ threads }) => threads.length > thread));
    while (free.size > 0 && placements.length < wanted) {
      const core = leastUsed(free, used);
      free.delete(core);
      for (const part of core.parts) used.set(part, (used.get(part) ?? 0) + 1);
      const cpu = core.threads[thread] ?? core.threads[0];
      const memoryNode = memoryNodeFor(cpu.node, nodes);
      placements.push({
        ordinal: placements.length,
        cpus: [cpu.number],
        siblings: core.threads.filter((other) => other !== cpu).map(({ number }) => number),
        node: cpu.node,
        socket: cpu.socket,
        l3: cpu.l3,
        memoryNodes: memoryNode === null ? null : [memoryNode],
      });
    }
  }
  return placements;
}

interface Candidate {
  readonly threads: Core;
  /** Names of what it shares with other cores, the dearest first. */
  readonly parts: readonly string[];
}

/**
 * What slots share, the dearest first. Nodes before sockets: memory bandwidth belongs to the node, and of nodes equally
 * used the one on the less used socket is next.
 */
function partsOf({ node, socket, l3, cluster }: Cpu): string[] {
  return [
    `node ${String(node)}`,
    `socket ${String(socket)}`,
    `L3 ${l3 ?? ''} of node ${String(node)}`,
    `cluster ${cluster ?? ''} of node ${String(node)}`,
  ];
}

/** The one whose node, then socket, L3 and cluster have the fewest slots; of equals the first by node and number. */
function leastUsed(candidates: Iterable<Candidate>, used: ReadonlyMap<string, number>): Candidate {
  let best: { candidate: Candidate; rank: number[] } | undefined;
  for (const candidate of candidates) {
    const [first] = candidate.threads;
    const rank = [...candidate.parts.map((part) => used.get(part) ?? 0), first.node, first.number];
    if (best === undefined || precedes(rank, best.rank)) best = { candidate, rank };
  }
  if (best === undefined) throw new RangeError('there is no core to choose from');
  return best.candidate;
}

function precedes(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}
