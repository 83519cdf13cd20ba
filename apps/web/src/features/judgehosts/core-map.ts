/** Which cores a host has and which slots stand on them, socket by socket, node by node. Pure. */
import type { CpuDerivation, SlotState } from '@sandglass/contracts';

export interface SlotOnCore {
  readonly ordinal: number;
  readonly cpus: readonly number[];
  /** Hardware threads of the same core that are kept idle. */
  readonly siblings: readonly number[];
  readonly state: SlotState['state'] | null;
}

export interface MapNode {
  readonly node: number;
  readonly slots: readonly SlotOnCore[];
  /** Slots by the L3 cache they share, where it is told. */
  readonly caches: readonly { readonly l3: string | null; readonly slots: readonly SlotOnCore[] }[];
}

export interface MapSocket {
  readonly socket: number;
  readonly nodes: readonly MapNode[];
}

/** Null: the host does not tell where its slots are. */
export function coreMap(cpus: CpuDerivation, slots: readonly SlotState[]): MapSocket[] | null {
  if (cpus.placement == null || cpus.placement.length === 0) return null;
  const states = new Map(slots.map(({ ordinal, state }) => [ordinal, state]));
  const placed = cpus.placement.map((place) => ({
    ...place,
    slot: {
      ordinal: place.ordinal,
      cpus: place.cpus,
      siblings: place.siblings,
      state: states.get(place.ordinal) ?? null,
    },
  }));
  const byNumber = <Key>(a: [Key, unknown], b: [Key, unknown]): number => Number(a[0]) - Number(b[0]);
  return [...Map.groupBy(placed, ({ socket }) => socket)].sort(byNumber).map(([socket, inSocket]) => ({
    socket,
    nodes: [...Map.groupBy(inSocket, ({ node }) => node)].sort(byNumber).map(([node, inNode]) => ({
      node,
      slots: inNode.map(({ slot }) => slot),
      caches: [...Map.groupBy(inNode, ({ l3 }) => l3)].map(([l3, inCache]) => ({
        l3,
        slots: inCache.map(({ slot }) => slot).sort((a, b) => (a.cpus[0] ?? 0) - (b.cpus[0] ?? 0)),
      })),
    })),
  }));
}
