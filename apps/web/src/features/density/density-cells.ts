/** Where single spans are not held, the chart draws steps: how busy a slot was, and with what. */
import { type SpanCellsAnswer, verdictIds } from '@sandglass/contracts';
import { colourOf, type Palette } from './density-colours.ts';
import type { Colouring } from './density-search.ts';

/** Bytes of a step, as SpanCellsAnswer says. */
const width = 3;

/** Steps of one slot, as they are drawn. */
export interface LaneCells {
  readonly cellMs: number;
  readonly from: number;
  /** What they tell of: before it nothing is known, and after it nothing was yet. */
  readonly knownFrom: number;
  readonly until: number;
  readonly problems: readonly string[];
  /** Read when it is first drawn: most slots are out of sight. */
  readonly bytes: () => Uint8Array;
}

/** By "host/slot". */
export function readCells(answer: SpanCellsAnswer): Map<string, LaneCells> {
  const { cellMs, from, until, problems } = answer;
  const shape = { cellMs, from, until, problems, knownFrom: Math.max(from, answer.knownFrom) };
  return new Map(
    answer.lanes.map(({ judgehost, slot, cells }) => [
      `${judgehost}/${slot}`,
      { ...shape, bytes: once(() => bytesOf(cells)) },
    ]),
  );
}

function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A stretch of steps that look alike. */
export interface CellBar {
  readonly from: number;
  readonly until: number;
  readonly colour: string;
  /** 0…1: how busy. */
  readonly busy: number;
  /** Something in it was suspect or failed. */
  readonly doubtful: boolean;
}

/** What is drawn of a slot between two instants, in their order. Steps that look alike are one bar. */
export function barsOf(
  cells: LaneCells,
  from: number,
  until: number,
  colouring: Colouring,
  palette: Palette,
): CellBar[] {
  const bytes = cells.bytes();
  const first = Math.max(0, Math.floor((from - cells.from) / cells.cellMs));
  const last = Math.min(bytes.length / width, Math.ceil((until - cells.from) / cells.cellMs));
  const bars: CellBar[] = [];
  let [key, begin] = [-1, 0];
  const close = (end: number): void => {
    if (key < 0) return;
    const [verdict, , busyAndGap] = bytesAt(bytes, begin);
    bars.push({
      from: Math.max(from, cells.from + begin * cells.cellMs),
      until: Math.min(until, cells.from + end * cells.cellMs),
      colour: colourOfCell(bytes, begin, cells.problems, colouring, palette),
      busy: (busyAndGap >> 4) / 8,
      doubtful: (verdict & 0x80) !== 0,
    });
  };
  for (let step = first; step < last; step += 1) {
    const [verdict, problem, busyAndGap] = bytesAt(bytes, step);
    const mark = { verdict, problem, gap: busyAndGap & 0xf }[colouring];
    const busy = busyAndGap >> 4;
    const next = busy === 0 ? -1 : (busy << 16) | ((verdict & 0x80) << 8) | mark;
    if (next === key) continue;
    close(step);
    [key, begin] = [next, step];
  }
  close(last);
  return bars;
}

function bytesAt(bytes: Uint8Array, step: number): [verdict: number, problem: number, busyAndGap: number] {
  const at = step * width;
  return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
}

function colourOfCell(
  bytes: Uint8Array,
  step: number,
  problems: readonly string[],
  colouring: Colouring,
  palette: Palette,
): string {
  const [verdict, problem, busyAndGap] = bytesAt(bytes, step);
  const gap = busyAndGap & 0xf;
  return colourOf(
    {
      verdict: verdictIds[(verdict & 0x7f) - 1] ?? null,
      problem: problems[problem - 1] ?? null,
      gap: gap === 0 ? null : gap - 1,
      state: 'done',
    },
    colouring,
    palette,
  );
}
