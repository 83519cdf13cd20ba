/** Intervals by slot, in the order of time: what the chart draws from. Not React's: it changes twice a second. */
import type { RowCells } from './timeline-cells.ts';
import { forgotten, gapsIn, joined, type Stretch } from './known-time.ts';
import {
  isNamed,
  readSubmissionName,
  type QueueSample,
  type RunInterval,
  type IntervalsAnswer,
  type TaskInterval,
} from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';

/** One slot of one host: a line of the chart. */
export interface SlotRow {
  readonly judgehost: string;
  readonly slot: number;
  readonly online: boolean;
  /** When its host was not there, in the order of time. */
  readonly away: readonly Stretch[];
  /** The first of its host. */
  readonly first: boolean;
  readonly intervals: readonly TaskInterval[];
  /** Drawn where single intervals are not here; null: these are not either. */
  readonly cells: RowCells | null;
}

type Hosts = IntervalsAnswer['hosts'];

/** Older than the widest window: forgotten. */
const reachMs = 6.5 * 3_600_000;
const maxQueueSamples = 12_000;
/** Single intervals kept, the latest: some 60 MB. Of what was before, steps are drawn. */
const maxIntervals = 100_000;

export class IntervalStore {
  readonly #rows = new Map<string, TaskInterval[]>();
  #hosts: Hosts = [];
  #queue: QueueSample[] = [];
  #runs = new Map<string, RunInterval[]>();
  #drawn: readonly SlotRow[] | null = null;
  #known: Stretch[] = [];
  #ids = new Set<string>();
  /** Labels, in the order in which they came. */
  readonly problems: string[] = [];
  #cells = new Map<string, RowCells>();
  #followed: readonly TaskInterval[] = [];
  /** Places of the rows that are in sight, the last excluded; the chart says it. What is read begins with them. */
  sight: readonly [number, number] = [0, 0];
  /** Rises with every change. */
  version = 0;

  hosts(hosts: Hosts): void {
    const same = JSON.stringify(hosts) === JSON.stringify(this.#hosts);
    if (same) return;
    this.#hosts = hosts;
    this.#drawn = null;
    this.version += 1;
  }

  /** Every interval of that time is here. */
  know(stretch: Stretch): void {
    this.#known = joined(this.#known, stretch);
    this.version += 1;
  }

  /** Something may have been missed. */
  doubt(): void {
    this.#known = [];
  }

  get known(): readonly Stretch[] {
    return this.#known;
  }

  /** Where intervals may be missing within a time. */
  gaps(time: Stretch): Stretch[] {
    return gapsIn(this.#known, time);
  }

  /** @param cells by "host/slot"; those of other slots stay */
  setCells(cells: ReadonlyMap<string, RowCells>): void {
    // One answer's rows have one list.
    for (const label of cells.values().next().value?.problems ?? []) this.#meet(label);
    this.#cells = new Map([...this.#cells, ...cells]);
    this.#drawn = null;
    this.version += 1;
  }

  /** New intervals, and new words about old ones. */
  add(intervals: readonly TaskInterval[]): void {
    if (intervals.length === 0) return;
    const touched = new Set<TaskInterval[]>();
    for (const interval of intervals) {
      this.#meet(interval.problem);
      const key = `${interval.judgehost}/${interval.slot}`;
      const row = this.#rows.get(key) ?? [];
      this.#rows.set(key, row);
      const at = this.#ids.has(interval.id) ? row.findLastIndex(({ id }) => id === interval.id) : -1;
      if (at < 0 && this.#ids.has(interval.id)) this.#remove(interval.id);
      if (at >= 0) row[at] = interval;
      else row.push(interval);
      this.#ids.add(interval.id);
      touched.add(row);
    }
    for (const row of touched) {
      row.sort((a, b) => a.from - b.from);
      const oldest = (row.at(-1)?.from ?? 0) - reachMs;
      const gone = row.findIndex(({ from }) => from >= oldest);
      if (gone > 0) for (const { id } of row.splice(0, gone)) this.#ids.delete(id);
    }
    if (this.#ids.size > maxIntervals) this.#forgetOldest();
    this.#drawn = null;
    this.version += 1;
  }

  #meet(problem: string | null): void {
    if (problem !== null && !this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Its host has exchanged its slot. */
  #remove(id: string): void {
    for (const row of this.#rows.values()) {
      const at = row.findIndex((interval) => interval.id === id);
      if (at >= 0) row.splice(at, 1);
    }
  }

  /** A fifth of them, so that it is rarely done. */
  #forgetOldest(): void {
    const begins = [...this.#rows.values()].flatMap((row) => row.map(({ from }) => from));
    const cut = begins.sort((a, b) => a - b)[Math.floor(begins.length / 5)] ?? 0;
    for (const [key, row] of this.#rows) {
      this.#rows.set(
        key,
        row.filter(({ to }) => to === null || to >= cut),
      );
    }
    this.#ids = new Set([...this.#rows.values()].flatMap((row) => row.map(({ id }) => id)));
    this.#known = forgotten(this.#known, cut);
  }

  /** Always drawn: intervals of the submission that is followed, of any time. */
  follow(intervals: readonly TaskInterval[]): void {
    if (intervals === this.#followed || intervals.length + this.#followed.length === 0) return;
    this.#followed = intervals;
    for (const { problem } of intervals) this.#meet(problem);
    this.#drawn = null;
    this.version += 1;
  }

  addQueue(samples: readonly QueueSample[]): void {
    const last = this.#queue.at(-1)?.at ?? 0;
    const first = samples[0]?.at ?? 0;
    this.#queue =
      first > last
        ? [...this.#queue, ...samples]
        : [...new Map([...this.#queue, ...samples].map((one) => [one.at, one])).values()].sort(
            (a, b) => a.at - b.at,
          );
    if (this.#queue.length > maxQueueSamples) this.#queue.splice(0, this.#queue.length - maxQueueSamples);
    this.version += 1;
  }

  /** Test runs of the time that is looked at; what was there before is forgotten. */
  setRuns(runs: readonly RunInterval[]): void {
    if (runs.length + this.#runs.size === 0) return;
    this.#runs = groupBy(runs, ({ taskId }) => taskId);
    this.version += 1;
  }

  runsOf(interval: TaskInterval): readonly RunInterval[] {
    const runs = this.#runs.get(interval.taskId) ?? [];
    return runs.filter(
      ({ from }) => from >= interval.from - 1000 && from <= (interval.to ?? Infinity) + 1000,
    );
  }

  get queue(): readonly QueueSample[] {
    return this.#queue;
  }

  /** Every slot of every host that is known, whether it did something or not. */
  get rows(): readonly SlotRow[] {
    this.#drawn ??= this.#hosts.flatMap(({ judgehost, slots, online, away: absences }) => {
      const away = absences.map(({ from, until }) => ({ from, until: until ?? Infinity }));
      return Array.from({ length: slots }, (_, slot) => ({
        judgehost,
        slot,
        online,
        away,
        first: slot === 0,
        intervals: this.#intervalsOf(judgehost, slot),
        cells: this.#cells.get(`${judgehost}/${slot}`) ?? null,
      }));
    });
    return this.#drawn;
  }

  #intervalsOf(judgehost: string, slot: number): readonly TaskInterval[] {
    const intervals = this.#rows.get(`${judgehost}/${slot}`) ?? [];
    const followed = this.#followed.filter(
      (interval) => interval.judgehost === judgehost && interval.slot === slot && !this.#ids.has(interval.id),
    );
    return followed.length === 0 ? intervals : [...intervals, ...followed].sort((a, b) => a.from - b.from);
  }

  /** Intervals of the submissions that are named so, the oldest first. @param contest of a number; undefined: of any */
  ofSubmission(name: string, contest?: string): TaskInterval[] {
    const wanted = readSubmissionName(name);
    if (wanted === null) return [];
    const found = [...this.#rows.values()].flatMap((row) =>
      row.filter((interval) => isNamed(interval, wanted, contest)),
    );
    return found.sort((a, b) => a.from - b.from);
  }
}

/** Where in a row the first interval lies that ends at or after `from`. */
export function firstAfter(intervals: readonly TaskInterval[], from: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.to ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
