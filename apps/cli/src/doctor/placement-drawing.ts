/** The machine drawn as text: which core has which slot, and what the other cores are left for. */
import { coreUses, formatCpuList, type CpuPlan } from '@sandglass/host-health';

type Cpu = CpuPlan['topology'][number];

const cellsPerLine = 8;

/**
 * One line per L3 cache, one cell per core: `S3:5/45` is slot 3 on CPU 5, whose core's other thread 45 is
 * idle; `S3:5+S9:45` are two slots on one core.
 */
export function drawPlacement(plan: CpuPlan): string[] {
  const parts = groups(plan.topology, ({ socket }) => socket).flatMap(([socket, inSocket]) =>
    groups(inSocket, ({ node }) => node).map(([node, inNode]) => ({
      heading: `socket ${String(socket)}, ${nodeTitle(plan, node)}`,
      rows: [...Map.groupBy(inNode, ({ l3 }) => l3)].map(([l3, cpus]) => ({
        title: l3 === null ? 'cores' : `L3 of ${l3}`,
        cells: coresOf(cpus).map((core) => drawCore(plan, core)),
      })),
    })),
  );
  const rows = parts.flatMap((part) => part.rows);
  const titleWidth = widest(rows.map(({ title }) => title));
  const cellWidth = widest(rows.flatMap(({ cells }) => cells));
  return parts.flatMap((part) => [
    part.heading,
    ...part.rows.flatMap(({ title, cells }) =>
      inLines(cells, cellWidth).map(
        (line, index) => `  ${(index === 0 ? title : '').padEnd(titleWidth)}  ${line}`,
      ),
    ),
  ]);
}

/** The words of the cells that occur, each once; empty when there are slots only. */
export function explainPlacement(plan: CpuPlan): string[] {
  const states = new Set(coresOf(plan.topology).map((core) => stateOf(plan, core)));
  return Object.entries(words).flatMap(([state, meaning]) =>
    states.has(state as CoreState) ? [`${state}: ${meaning}`] : [],
  );
}

type CoreState = 'slot' | keyof typeof words;

const words = {
  kept: 'for the system',
  free: 'no slot, by quota or configuration',
  slow: 'no slot, because there are faster cores',
  shut: 'not usable by this process',
} as const;

function stateOf(plan: CpuPlan, core: readonly Cpu[]): CoreState {
  const taken = plan.slots.flatMap(({ cpus }) => cpus);
  if (core.some(({ number }) => taken.includes(number))) return 'slot';
  const use = coreUses(plan)(core);
  return use === 'slots' ? 'free' : use;
}

function drawCore(plan: CpuPlan, core: readonly Cpu[]): string {
  const numbers = core.map(({ number }) => number);
  const state = stateOf(plan, core);
  if (state !== 'slot') return `${state}:${numbers.join('/')}`;
  const slotOn = (cpu: number) => plan.slots.find(({ cpus }) => cpus.includes(cpu));
  const taken = numbers.flatMap((cpu) => {
    const slot = slotOn(cpu);
    return slot === undefined ? [] : [`S${String(slot.ordinal)}:${String(cpu)}`];
  });
  const idle = numbers.filter((cpu) => slotOn(cpu) === undefined);
  return [taken.join('+'), ...idle].join('/');
}

function nodeTitle({ nodes }: CpuPlan, number: number): string {
  const bytes = nodes.find((node) => node.number === number)?.memoryBytes ?? null;
  const memory =
    bytes === null ? '' : bytes === 0 ? ' (no memory)' : ` (${(bytes / 1024 ** 3).toFixed(1)} GiB)`;
  return `node ${String(number)}${memory}`;
}

function coresOf(cpus: readonly Cpu[]): Cpu[][] {
  return [...Map.groupBy(cpus, ({ core }) => core).values()];
}

function groups(cpus: readonly Cpu[], key: (cpu: Cpu) => number): [number, Cpu[]][] {
  return [...Map.groupBy(cpus, key)].sort(([a], [b]) => a - b);
}

function inLines(cells: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (let start = 0; start < cells.length; start += cellsPerLine) {
    const line = cells.slice(start, start + cellsPerLine).map((cell) => cell.padEnd(width));
    lines.push(line.join('  ').trimEnd());
  }
  return lines;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** `CPUs 0-19` of slots, for a list. */
export function slotCpus(plan: CpuPlan): string {
  return formatCpuList(plan.slots.flatMap(({ cpus }) => cpus));
}
