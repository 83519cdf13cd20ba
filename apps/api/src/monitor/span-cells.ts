/**
 * What every slot did, in steps of ten seconds: hours of it, where hours of single spans would be hundreds of megabytes.
 * Of each step it is known how busy the slot was, and of the span that took most of it the verdict, problem and gap.
 */
import { verdictIds, type SpanCellsAnswer, type TaskSpan } from '@sandglass/contracts';

export const cellMs = 10_000;
const reachMs = 6 * 3_600_000;
const cellsOfLane = reachMs / cellMs;
/** Bytes of a cell; see {@link SpanCellsAnswer}. */
const width = 4;
/** A screen has no pixels for more. */
const cellsAtMost = 400;

interface CellLane {
  readonly judgehost: string;
  readonly slot: number;
  /** A ring: which step each cell is of. */
  readonly steps: Int32Array;
  readonly cells: Uint8Array;
  /** How much of its step the span took that gave the cell its colour, of 255. */
  readonly most: Uint8Array;
}

export class SpanCells {
  readonly #lanes = new Map<string, CellLane>();
  readonly #problems: string[] = [];

  /** @param span one that has ended */
  add(span: TaskSpan): void {
    const { from, to } = span;
    if (to === null || to < from) return;
    const lane = this.#laneOf(span);
    const first = Math.max(Math.floor(from / cellMs), Math.floor(to / cellMs) - cellsOfLane + 1);
    for (let step = first; step * cellMs <= to; step += 1) {
      const overlap = Math.min(to, (step + 1) * cellMs) - Math.max(from, step * cellMs);
      this.#mark(lane, step, Math.max(1, Math.round((overlap / cellMs) * 255)), span);
    }
  }

  /** In steps so wide that a lane has at most 400. @param until instants of the api’s clock, ms */
  between(from: number, until: number): Pick<SpanCellsAnswer, 'cellMs' | 'from' | 'problems' | 'lanes'> {
    const [first, last] = [Math.floor(from / cellMs), Math.floor(until / cellMs)];
    const factor = Math.max(1, Math.ceil((last - first + 1) / cellsAtMost));
    const start = Math.floor(first / factor) * factor;
    const count = Math.ceil((last + 1 - start) / factor);
    const lanes = [...this.#lanes.values()].map((lane) => ({
      judgehost: lane.judgehost,
      slot: lane.slot,
      cells: Buffer.from(widened(lane, start, count, factor)).toString('base64'),
    }));
    return { cellMs: cellMs * factor, from: start * cellMs, problems: [...this.#problems], lanes };
  }

  #laneOf({ judgehost, slot }: TaskSpan): CellLane {
    const key = `${judgehost}/${String(slot)}`;
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: CellLane = {
      judgehost,
      slot,
      steps: new Int32Array(cellsOfLane).fill(-1),
      cells: new Uint8Array(cellsOfLane * width),
      most: new Uint8Array(cellsOfLane),
    };
    this.#lanes.set(key, lane);
    return lane;
  }

  #mark({ steps, cells, most }: CellLane, step: number, share: number, span: TaskSpan): void {
    const place = step % cellsOfLane;
    // A span that ended late may begin in a step that has been given to a newer one.
    if ((steps[place] ?? -1) > step) return;
    if (steps[place] !== step) {
      steps[place] = step;
      cells.fill(0, place * width, (place + 1) * width);
      most[place] = 0;
    }
    const at = place * width;
    cells[at] = Math.min(255, (cells[at] ?? 0) + share);
    const doubtful = span.suspect || span.state === 'failed' ? 0x80 : (cells[at + 1] ?? 0) & 0x80;
    if (share >= (most[place] ?? 0)) {
      most[place] = share;
      const verdict = span.state === 'failed' ? 'JE' : span.verdict;
      cells[at + 1] = verdict === null ? 0 : verdictIds.indexOf(verdict) + 1;
      cells[at + 2] = this.#problemOf(span);
      cells[at + 3] = span.maxGapUs === null ? 0 : gapCode(span.maxGapUs);
    }
    cells[at + 1] = ((cells[at + 1] ?? 0) & 0x7f) | doubtful;
  }

  /** 0: none, or more problems than a byte has room for. */
  #problemOf({ problem }: TaskSpan): number {
    if (problem === null) return 0;
    const known = this.#problems.indexOf(problem);
    if (known >= 0) return known + 1;
    if (this.#problems.length >= 255) return 0;
    return this.#problems.push(problem);
  }
}

/** Eighths of a doubling, from 1 µs on. */
function gapCode(us: number): number {
  return Math.min(255, 1 + Math.round(8 * Math.log2(Math.max(1, us))));
}

/** Several steps in one: as busy as they were together, coloured as the busiest. */
function widened({ steps, cells }: CellLane, start: number, count: number, factor: number): Uint8Array {
  const wide = new Uint8Array(count * width);
  for (let index = 0; index < count; index += 1) {
    let [busy, busiest, doubtful] = [0, 0, 0];
    for (let step = start + index * factor; step < start + (index + 1) * factor; step += 1) {
      const place = step % cellsOfLane;
      if (steps[place] !== step) continue;
      const share = cells[place * width] ?? 0;
      busy += share;
      doubtful |= (cells[place * width + 1] ?? 0) & 0x80;
      if (share <= busiest) continue;
      busiest = share;
      wide.set(cells.subarray(place * width, (place + 1) * width), index * width);
    }
    if (busiest === 0) continue;
    wide[index * width] = Math.max(1, Math.round(busy / factor));
    wide[index * width + 1] = (wide[index * width + 1] ?? 0) | doubtful;
  }
  return wide;
}
