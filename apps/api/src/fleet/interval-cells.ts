/**
 * What every slot did, in steps: hours of it, where hours of single intervals would be hundreds of megabytes.
 * Of each step it is known how busy the slot was, and of the interval that took most of it the verdict, problem and gap.
 */
import { gapStep, verdictIds, type IntervalCellsAnswer, type TaskInterval } from '@sandglass/contracts';

/** Bytes of a cell: how busy, of 255, then verdict, problem and gap, as in {@link IntervalCellsAnswer}. */
const width = 4;
/** Bytes of a cell in an answer: four letters of base64. */
const sentWidth = 3;
/** Some pixels each on the widest screens: what is wanted narrower is drawn interval by interval. */
const maxCells = 400;

export interface Slot {
  readonly judgehost: string;
  readonly slot: number;
}

interface CellRow {
  /** A ring: which step each cell is of. */
  readonly steps: Int32Array;
  readonly cells: Uint8Array;
  /** How much of its step the interval took that gave the cell its colour, of 255. */
  readonly most: Uint8Array;
}

export class IntervalCells {
  readonly #cellMs: number;
  readonly #reachMs: number;
  readonly #rows = new Map<string, CellRow>();
  readonly #problems: string[] = [];

  /** @param cellMs width of a step @param reachMs so much is kept: a multiple of it */
  constructor(cellMs: number, reachMs: number) {
    this.#cellMs = cellMs;
    this.#reachMs = reachMs;
  }

  /** @param interval one that has ended */
  add(interval: TaskInterval): void {
    const { from, to } = interval;
    if (to === null || to < from) return;
    const cellMs = this.#cellMs;
    const row = this.#rowOf(interval);
    const first = Math.floor(Math.max(from, to - this.#reachMs + cellMs) / cellMs);
    for (let step = first; step * cellMs <= to; step += 1) {
      const overlap = Math.min(to, (step + 1) * cellMs) - Math.max(from, step * cellMs);
      this.#mark(row, step, Math.max(1, Math.round((overlap / cellMs) * 255)), interval);
    }
  }

  /**
   * In steps so wide that a slot has at most 400.
   * @param until instants of the api’s clock, ms
   * @param running intervals that have not ended: they go on until then
   */
  between(
    from: number,
    until: number,
    slots: readonly Slot[],
    running: Iterable<TaskInterval> = [],
  ): Pick<IntervalCellsAnswer, 'cellMs' | 'from' | 'until' | 'problems' | 'rows'> {
    const [first, last] = [Math.floor(from / this.#cellMs), Math.floor(until / this.#cellMs)];
    const factor = Math.max(1, Math.ceil((last - first + 1) / maxCells));
    const start = Math.floor(first / factor) * factor;
    const count = Math.ceil((last + 1 - start) / factor);
    const wide = { cellMs: this.#cellMs * factor, from: start * this.#cellMs, until };
    const nowRunning = Map.groupBy(running, rowKey);
    const rows = slots.map((slot) => {
      const known = this.#rows.get(rowKey(slot));
      const intervals = nowRunning.get(rowKey(slot));
      const cells =
        known === undefined ? new Uint8Array(count * width) : widened(known, start, count, factor);
      for (const interval of intervals ?? []) markRunning(cells, interval, wide);
      return { judgehost: slot.judgehost, slot: slot.slot, cells: written(cells) };
    });
    return { ...wide, problems: [...this.#problems], rows };
  }

  #rowOf(slot: Slot): CellRow {
    const key = rowKey(slot);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const count = this.#reachMs / this.#cellMs;
    const row: CellRow = {
      steps: new Int32Array(count).fill(-1),
      cells: new Uint8Array(count * width),
      most: new Uint8Array(count),
    };
    this.#rows.set(key, row);
    return row;
  }

  #mark({ steps, cells, most }: CellRow, step: number, share: number, interval: TaskInterval): void {
    const place = step % steps.length;
    // An interval that ended late may begin in a step that has been given to a newer one.
    if ((steps[place] ?? -1) > step) return;
    if (steps[place] !== step) {
      steps[place] = step;
      cells.fill(0, place * width, (place + 1) * width);
      most[place] = 0;
    }
    const at = place * width;
    cells[at] = Math.min(255, (cells[at] ?? 0) + share);
    const doubtful = interval.suspect || interval.state === 'failed' ? 0x80 : (cells[at + 1] ?? 0) & 0x80;
    if (share >= (most[place] ?? 0)) {
      most[place] = share;
      const verdict = interval.state === 'failed' ? 'JE' : interval.verdict;
      cells[at + 1] = verdict === null ? 0 : verdictIds.indexOf(verdict) + 1;
      cells[at + 2] = this.#problemOf(interval);
      cells[at + 3] = interval.maxGapUs === null ? 0 : 1 + gapStep(interval.maxGapUs);
    }
    cells[at + 1] = ((cells[at + 1] ?? 0) & 0x7f) | doubtful;
  }

  /** 0: none, or more problems than a byte has room for. */
  #problemOf({ problem }: TaskInterval): number {
    if (problem === null) return 0;
    const known = this.#problems.indexOf(problem);
    if (known >= 0) return known + 1;
    if (this.#problems.length >= 255) return 0;
    return this.#problems.push(problem);
  }
}

function rowKey({ judgehost, slot }: Slot): string {
  return `${judgehost}/${String(slot)}`;
}

/** As {@link IntervalCellsAnswer} says: what is drawn alike is sent alike, so that it compresses well. */
function written(cells: Uint8Array): string {
  const sent = Buffer.alloc((cells.length / width) * sentWidth);
  let idle = true;
  for (let at = 0, to = 0; at < cells.length; at += width, to += sentWidth) {
    const busy = cells[at] ?? 0;
    if (busy === 0) continue;
    idle = false;
    sent[to] = cells[at + 1] ?? 0;
    sent[to + 1] = cells[at + 2] ?? 0;
    sent[to + 2] = ((1 + (busy >> 5)) << 4) | (cells[at + 3] ?? 0);
  }
  return idle ? '' : sent.toString('base64');
}

/** Several steps in one: as busy as they were together, coloured as the busiest. */
function widened({ steps, cells }: CellRow, start: number, count: number, factor: number): Uint8Array {
  const wide = new Uint8Array(count * width);
  for (let index = 0; index < count; index += 1) {
    let [busy, busiest, chosen, doubtful] = [0, 0, 0, 0];
    for (let step = start + index * factor; step < start + (index + 1) * factor; step += 1) {
      const place = step % steps.length;
      if (steps[place] !== step) continue;
      const share = cells[place * width] ?? 0;
      busy += share;
      doubtful |= (cells[place * width + 1] ?? 0) & 0x80;
      if (share <= busiest) continue;
      [busiest, chosen] = [share, place * width];
    }
    if (busiest === 0) continue;
    const at = index * width;
    wide[at] = Math.max(1, Math.round(busy / factor));
    wide[at + 1] = (cells[chosen + 1] ?? 0) | doubtful;
    wide[at + 2] = cells[chosen + 2] ?? 0;
    wide[at + 3] = cells[chosen + 3] ?? 0;
  }
  return wide;
}

/** What has not ended has no verdict yet. */
function markRunning(
  cells: Uint8Array,
  interval: TaskInterval,
  { cellMs, from, until }: { readonly cellMs: number; readonly from: number; readonly until: number },
): void {
  const first = Math.max(0, Math.floor((interval.from - from) / cellMs));
  for (let step = first; step < cells.length / width; step += 1) {
    const begin = from + step * cellMs;
    const overlap = Math.min(until, begin + cellMs) - Math.max(interval.from, begin);
    const share = Math.max(1, Math.round((overlap / cellMs) * 255));
    const at = step * width;
    const busy = cells[at] ?? 0;
    if (share >= busy) {
      const doubtful = (cells[at + 1] ?? 0) & 0x80;
      cells.set([0, doubtful, 0, 0], at);
    }
    cells[at] = Math.min(255, busy + share);
  }
}
