/** The cores of a host's machine: which have slots and what the others are for, socket by socket. Pure. */
import { coresOfRun, type CoreUse, type Judgehost, type SlotState } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { formatBytes } from '../../lib/format.ts';

export interface SlotOnCore {
  readonly ordinal: number;
  readonly cpu: number;
  readonly state: SlotState['state'] | null;
}

/** `free`: slots may be there, and none is. */
export type CoreKind = 'slot' | 'free' | Exclude<CoreUse, 'slots'>;

export interface MapCore {
  /** Its hardware threads. */
  readonly cpus: readonly number[];
  readonly kind: CoreKind;
  readonly slots: readonly SlotOnCore[];
  /** Hardware threads without a slot, on a core that has more than one. */
  readonly idle: readonly number[];
  /** In words. */
  readonly title: string;
}

export interface MapNode {
  readonly node: number;
  /** Null: unknown. */
  readonly memoryBytes: number | null;
  /** Cores by the L3 cache they share, where it is known. */
  readonly caches: readonly { readonly l3: string | null; readonly cores: readonly MapCore[] }[];
}

export interface CoreMap {
  readonly sockets: readonly { readonly socket: number; readonly nodes: readonly MapNode[] }[];
  /** Nodes without a core. */
  readonly memoryOnly: readonly { readonly node: number; readonly title: string }[];
  /** What kinds of cells there are, and how many of each. */
  readonly legend: readonly { readonly kind: CoreKind; readonly text: string }[];
  /** Cores have hardware threads without a slot. */
  readonly idleThreads: boolean;
}

const words: Record<CoreKind, string> = {
  slot: 'with a slot',
  free: 'no slot, by quota or configuration',
  kept: 'reserved for the system',
  slow: 'no slot, because there are faster cores',
  shut: 'not usable by the judgehost',
};

type Cpus = NonNullable<Judgehost['report']>['cpus'];
type Placement = NonNullable<Cpus['placement']>[number];
interface Place {
  readonly socket: number;
  readonly node: number;
  readonly l3: string | null;
  readonly use: CoreUse;
  readonly cpus: readonly number[];
}

/** Null: the host reports neither where its slots are nor its cores. */
export function coreMap({
  report,
  slots,
  cores,
}: Pick<Judgehost, 'report' | 'slots' | 'cores'>): CoreMap | null {
  const placement = report?.cpus.placement ?? [];
  const all = allCores(cores, placement);
  if (all.length === 0) return null;
  const states = new Map(slots.map(({ ordinal, state }) => [ordinal, state]));
  const onCpu = new Map(
    placement.flatMap(({ ordinal, cpus }) =>
      cpus.map((cpu) => [cpu, { ordinal, cpu, state: states.get(ordinal) ?? null }]),
    ),
  );
  const drawn = all.map((place) => ({ ...place, core: drawCore(place, onCpu) }));
  const memory = new Map(cores?.nodes.map(({ node, memoryBytes }) => [node, memoryBytes]));
  const withCores = new Set(all.map(({ node }) => node));
  const kinds = groupBy(drawn, ({ core }) => core.kind);
  return {
    sockets: groups(drawn, ({ socket }) => socket).map(([socket, inSocket]) => ({
      socket,
      nodes: groups(inSocket, ({ node }) => node).map(([node, inNode]) => ({
        node,
        memoryBytes: memory.get(node) ?? null,
        caches: [...groupBy(inNode, ({ l3 }) => l3)].map(([l3, inCache]) => ({
          l3,
          cores: inCache.map(({ core }) => core).sort((a, b) => first(a) - first(b)),
        })),
      })),
    })),
    memoryOnly: [...memory]
      .filter(([node]) => !withCores.has(node))
      .map(([node, bytes]) => ({
        node,
        title: `node ${String(node)}: memory without cores${bytes === null ? '' : `, ${formatBytes(bytes)}`}`,
      })),
    legend: (Object.keys(words) as CoreKind[]).flatMap((kind) => {
      const count = kinds.get(kind)?.length ?? 0;
      return count === 0 ? [] : [{ kind, text: `${String(count)} ${words[kind]}` }];
    }),
    idleThreads: drawn.some(({ core }) => core.idle.length > 0),
  };
}

/** Those that the host reported when it registered, and those its slots are on now. */
function allCores(cores: Judgehost['cores'], placement: readonly Placement[]): Place[] {
  const reported = (cores?.groups ?? []).flatMap(({ socket, node, l3, runs }) =>
    runs.flatMap((run) => coresOfRun(run).map((cpus) => ({ socket, node, l3, use: run.use, cpus }))),
  );
  const known = new Set(reported.flatMap(({ cpus }) => cpus));
  const more: Place[] = [];
  for (const { socket, node, l3, cpus: own, siblings } of placement) {
    if (own.some((cpu) => known.has(cpu))) continue;
    const cpus = [...own, ...siblings].sort((a, b) => a - b);
    for (const cpu of cpus) known.add(cpu);
    more.push({ socket, node, l3, use: 'slots', cpus });
  }
  return [...reported, ...more];
}

function drawCore(place: Place, onCpu: ReadonlyMap<number, SlotOnCore>): MapCore {
  const { cpus, use, socket, node } = place;
  const slots = cpus.flatMap((cpu) => onCpu.get(cpu) ?? []);
  const kind = slots.length > 0 ? 'slot' : use === 'slots' ? 'free' : use;
  const idle = cpus.length > 1 ? cpus.filter((cpu) => !onCpu.has(cpu)) : [];
  const threads = cpus.length > 1 ? ` (CPUs ${cpus.join(', ')})` : '';
  const where = `core ${String(cpus[0])}${threads}, socket ${String(socket)}, node ${String(node)}`;
  const what = kind === 'slot' ? slotText(slots, idle) : words[kind];
  return { cpus, kind, slots, idle, title: `${where}: ${what}` };
}

function slotText(slots: readonly SlotOnCore[], idle: readonly number[]): string {
  const parts = slots.map(
    ({ ordinal, cpu, state }) =>
      `slot ${String(ordinal)} on CPU ${String(cpu)}${state === null ? '' : `, ${state}`}`,
  );
  if (idle.length > 0) parts.push(`its other threads ${idle.join(', ')} are kept idle`);
  return parts.join('; ');
}

function first({ cpus }: MapCore): number {
  return cpus[0] ?? 0;
}

function groups<Item>(items: readonly Item[], key: (item: Item) => number): [number, Item[]][] {
  return [...groupBy(items, key)].sort(([a], [b]) => a - b);
}
