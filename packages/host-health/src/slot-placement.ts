/**
 * Which core each slot gets (S11): one slot per physical core, spread over NUMA nodes.
 *
 * A core's second hardware thread is left idle: two programs on one core slow each other
 * by up to half, and by how much depends on what the other one does. Nodes take turns, so
 * that few slots on a large machine do not all share one socket's caches and memory.
 */
import type { Cpu } from './cpu-topology.ts';

export interface SlotPlacement {
  readonly ordinal: number;
  /** The CPUs the slot's programs run on: one. */
  readonly cpus: readonly number[];
  /** Other hardware threads of the same core: better left idle. */
  readonly siblings: readonly number[];
  readonly node: number;
  readonly socket: number;
}

/**
 * At most `wanted` placements, one per usable core. Within a core the lowest usable CPU is
 * taken; within a node cores come in order.
 * @param usable the CPUs this process may use
 */
export function placeSlots(usable: readonly Cpu[], wanted: number): SlotPlacement[] {
  const cores = Map.groupBy(
    [...usable].sort((a, b) => a.number - b.number),
    (cpu) => cpu.core,
  );
  const byNode = Map.groupBy(cores.values(), (threads) => threads[0]?.node ?? 0);
  const queues = [...byNode.entries()].sort(([a], [b]) => a - b).map(([, threads]) => threads);
  const placements: SlotPlacement[] = [];
  for (let turn = 0; placements.length < wanted; turn += 1) {
    const round = queues.map((queue) => queue[turn]).filter((threads) => threads !== undefined);
    if (round.length === 0) break;
    for (const threads of round) {
      const [cpu, ...others] = threads;
      if (cpu === undefined || placements.length >= wanted) continue;
      placements.push({
        ordinal: placements.length,
        cpus: [cpu.number],
        siblings: others.map((other) => other.number),
        node: cpu.node,
        socket: cpu.socket,
      });
    }
  }
  return placements;
}
