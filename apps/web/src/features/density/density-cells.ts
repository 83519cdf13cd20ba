/** Where single spans are too many to be held, the chart draws steps: how busy a slot was, and with what. */
import { type SpanCellsAnswer, verdictIds } from '@sandglass/contracts';
import { colourOf, type Palette } from './density-colours.ts';
import type { Colouring } from './density-search.ts';

/** Bytes of a step, as SpanCellsAnswer says. */
const width = 4;

/** What stands in an answer, as it is drawn. */
export interface Cells {
  readonly cellMs: number;
  readonly from: number;
  readonly knownFrom: number;
  readonly problems: readonly string[];
  /** By "host/slot". */
  readonly lanes: ReadonlyMap<string, Uint8Array>;
}

export function readCells(answer: SpanCellsAnswer): Cells {
  const { cellMs, from, knownFrom, problems } = answer;
  const lanes = answer.lanes.map(
    ({ judgehost, slot, cells }) =>
      [`${judgehost}/${slot}`, Uint8Array.from(atob(cells), (letter) => letter.charCodeAt(0))] as const,
  );
  return { cellMs, from, knownFrom, problems, lanes: new Map(lanes) };
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

/** What is drawn of a lane between two instants, in their order. Steps that look alike are one bar. */
export function barsOf(
  cells: Cells,
  lane: string,
  from: number,
  until: number,
  colouring: Colouring,
  palette: Palette,
): CellBar[] {
  const bytes = cells.lanes.get(lane);
  if (bytes === undefined) return [];
  const first = Math.max(0, Math.floor((from - cells.from) / cells.cellMs));
  const last = Math.min(bytes.length / width, Math.ceil((until - cells.from) / cells.cellMs));
  const bars: CellBar[] = [];
  let [key, begin] = [-1, 0];
  const close = (end: number): void => {
    if (key < 0) return;
    bars.push({
      from: Math.max(from, cells.from + begin * cells.cellMs),
      until: Math.min(until, cells.from + end * cells.cellMs),
      colour: colourOfCell(bytes, begin, cells.problems, colouring, palette),
      busy: ((bytes[begin * width] ?? 0) | 0x1f) / 255,
      doubtful: ((bytes[begin * width + 1] ?? 0) & 0x80) !== 0,
    });
  };
  for (let step = first; step < last; step += 1) {
    const busy = bytes[step * width] ?? 0;
    const code = bytes[step * width + 1] ?? 0;
    const mark = colouring === 'verdict' ? code : (bytes[step * width + (colouring === 'gap' ? 3 : 2)] ?? 0);
    const next = busy === 0 ? -1 : ((busy >> 5) << 16) | ((code & 0x80) << 8) | mark;
    if (next === key) continue;
    close(step);
    [key, begin] = [next, step];
  }
  close(last);
  return bars;
}

function colourOfCell(
  bytes: Uint8Array,
  step: number,
  problems: readonly string[],
  colouring: Colouring,
  palette: Palette,
): string {
  const [verdict = 0, problem = 0, gap = 0] = bytes.subarray(step * width + 1, (step + 1) * width);
  return colourOf(
    {
      verdict: verdictIds[(verdict & 0x7f) - 1] ?? null,
      problem: problems[problem - 1] ?? null,
      gapUs: gap === 0 ? null : 2 ** ((gap - 1) / 8),
      state: 'done',
    },
    colouring,
    palette,
  );
}
