/** Where single intervals are not held, the chart draws steps: how busy a slot was, and with what. */
import { type IntervalCellsAnswer, verdictIds } from '@sandglass/contracts';
import { colourOfName, nameOf, type Palette } from './timeline-colours.ts';
import type { Colouring } from './timeline-search.ts';

/** Bytes of a step, as IntervalCellsAnswer says. */
const width = 3;

/** Steps of one slot, as they are drawn. */
export interface RowCells {
  readonly cellMs: number;
  readonly from: number;
  /** The time of the cells: before it nothing is known, and after it nothing was yet. */
  readonly knownFrom: number;
  readonly until: number;
  readonly problems: readonly string[];
  /** Read when it is first drawn: most slots are out of sight. */
  readonly bytes: () => Uint8Array;
}

/** By "host/slot". */
export function readCells(answer: IntervalCellsAnswer): Map<string, RowCells> {
  const { cellMs, from, until, problems } = answer;
  const shape = { cellMs, from, until, problems, knownFrom: Math.max(from, answer.knownFrom) };
  return new Map(
    answer.rows.map(({ judgehost, slot, cells }) => [
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
  /** What it is drawn as. */
  readonly name: string;
  /** 0…1: how busy. */
  readonly busy: number;
  /** Something in it was suspect or failed. */
  readonly doubtful: boolean;
}

/** Which byte of a step decides the colour, and which of its bits. */
const marks = { verdict: [0, 0x7f], problem: [1, 0xff], gap: [2, 0x0f] } as const;

/**
 * What is drawn of a slot between two instants, in their order. Steps that look alike are one bar. A window has some
 * ten thousand steps, gone through before it is seen first: nothing is made for those that make no bar.
 */
export function barsOf(
  cells: RowCells,
  from: number,
  until: number,
  colouring: Colouring,
  palette: Palette,
): CellBar[] {
  const bytes = cells.bytes();
  const first = Math.max(0, Math.floor((from - cells.from) / cells.cellMs));
  const last = Math.min(bytes.length / width, Math.ceil((until - cells.from) / cells.cellMs));
  const [place, bits] = marks[colouring];
  const looks = new Map<number, { name: string; colour: string }>();
  const bars: CellBar[] = [];
  let [key, begin] = [-1, 0];
  const close = (end: number): void => {
    if (key < 0) return;
    const mark = key & 0xff;
    const look = looks.get(mark) ?? lookOfCell(bytes, begin, cells.problems, colouring, palette);
    looks.set(mark, look);
    bars.push({
      from: Math.max(from, cells.from + begin * cells.cellMs),
      until: Math.min(until, cells.from + end * cells.cellMs),
      ...look,
      busy: (key >> 16) / 8,
      doubtful: (key & 0x8000) !== 0,
    });
  };
  for (let step = first; step < last; step += 1) {
    const at = step * width;
    const busy = (bytes[at + 2] ?? 0) >> 4;
    const doubtful = (bytes[at] ?? 0) & 0x80;
    const next = busy === 0 ? -1 : (busy << 16) | (doubtful << 8) | ((bytes[at + place] ?? 0) & bits);
    if (next === key) continue;
    close(step);
    [key, begin] = [next, step];
  }
  close(last);
  return bars;
}

function lookOfCell(
  bytes: Uint8Array,
  step: number,
  problems: readonly string[],
  colouring: Colouring,
  palette: Palette,
): { name: string; colour: string } {
  const at = step * width;
  const [verdict = 0, problem = 0, busyAndGap = 0] = bytes.subarray(at, at + width);
  const gap = busyAndGap & 0xf;
  const name = nameOf(
    {
      verdict: verdictIds[(verdict & 0x7f) - 1] ?? null,
      problem: problems[problem - 1] ?? null,
      gap: gap === 0 ? null : gap - 1,
      state: 'done',
    },
    colouring,
  );
  return { name, colour: colourOfName(name, palette) };
}
