/** Spans by slot, in the order of time: what the chart draws from. Not React's: it changes twice a second. */
import type { LaneCells } from './density-cells.ts';
import { forgotten, gapsIn, joined, type Stretch } from './known-time.ts';
import type { QueueSample, RunSpan, SpansAnswer, TaskSpan } from '@sandglass/contracts';

/** One slot of one host: a line of the chart. */
export interface Lane {
  readonly judgehost: string;
  readonly slot: number;
  readonly online: boolean;
  /** When its host was not there, in the order of time. */
  readonly away: readonly Stretch[];
  /** The first of its host. */
  readonly first: boolean;
  readonly spans: readonly TaskSpan[];
  /** Drawn where single spans are not here; null: these are not either. */
  readonly cells: LaneCells | null;
}

type Hosts = SpansAnswer['hosts'];

/** Older than the widest window: forgotten. */
const reachMs = 6.5 * 3_600_000;
const queueAtMost = 12_000;
/** Single spans kept, the latest: some 60 MB. Of what was before, steps are drawn. */
const spansAtMost = 100_000;

export class SpanStore {
  readonly #lanes = new Map<string, TaskSpan[]>();
  #hosts: Hosts = [];
  #queue: QueueSample[] = [];
  #runs = new Map<string, RunSpan[]>();
  #drawn: readonly Lane[] | null = null;
  #known: Stretch[] = [];
  #ids = new Set<string>();
  /** Labels, in the order in which they came. */
  readonly problems: string[] = [];
  #cells = new Map<string, LaneCells>();
  #followed: readonly TaskSpan[] = [];
  /** Places of the lanes that are in sight, the last excluded; the chart says it. What is read begins with them. */
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

  /** Every span of that time is here. */
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

  /** Where spans may be missing within a time. */
  gaps(time: Stretch): Stretch[] {
    return gapsIn(this.#known, time);
  }

  /** @param cells by "host/slot"; those of other slots stay */
  setCells(cells: ReadonlyMap<string, LaneCells>): void {
    // One answer's lanes have one list.
    for (const label of cells.values().next().value?.problems ?? []) this.#meet(label);
    this.#cells = new Map([...this.#cells, ...cells]);
    this.#drawn = null;
    this.version += 1;
  }

  /** New spans, and new words about old ones. */
  add(spans: readonly TaskSpan[]): void {
    if (spans.length === 0) return;
    const touched = new Set<TaskSpan[]>();
    for (const span of spans) {
      this.#meet(span.problem);
      const key = `${span.judgehost}/${span.slot}`;
      const lane = this.#lanes.get(key) ?? [];
      this.#lanes.set(key, lane);
      const at = this.#ids.has(span.id) ? lane.findLastIndex(({ id }) => id === span.id) : -1;
      if (at < 0 && this.#ids.has(span.id)) this.#remove(span.id);
      if (at >= 0) lane[at] = span;
      else lane.push(span);
      this.#ids.add(span.id);
      touched.add(lane);
    }
    for (const lane of touched) {
      lane.sort((a, b) => a.from - b.from);
      const oldest = (lane.at(-1)?.from ?? 0) - reachMs;
      const gone = lane.findIndex(({ from }) => from >= oldest);
      if (gone > 0) for (const { id } of lane.splice(0, gone)) this.#ids.delete(id);
    }
    if (this.#ids.size > spansAtMost) this.#forgetOldest();
    this.#drawn = null;
    this.version += 1;
  }

  #meet(problem: string | null): void {
    if (problem !== null && !this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Its host has exchanged its slot. */
  #remove(id: string): void {
    for (const lane of this.#lanes.values()) {
      const at = lane.findIndex((span) => span.id === id);
      if (at >= 0) lane.splice(at, 1);
    }
  }

  /** A fifth of them, so that it is rarely done. */
  #forgetOldest(): void {
    const begins = [...this.#lanes.values()].flatMap((lane) => lane.map(({ from }) => from));
    const cut = begins.sort((a, b) => a - b)[Math.floor(begins.length / 5)] ?? 0;
    for (const [key, lane] of this.#lanes) {
      this.#lanes.set(
        key,
        lane.filter(({ to }) => to === null || to >= cut),
      );
    }
    this.#ids = new Set([...this.#lanes.values()].flatMap((lane) => lane.map(({ id }) => id)));
    this.#known = forgotten(this.#known, cut);
  }

  /** Drawn whatever else is: spans of the submission that is followed, of any time. */
  follow(spans: readonly TaskSpan[]): void {
    if (spans === this.#followed || spans.length + this.#followed.length === 0) return;
    this.#followed = spans;
    for (const { problem } of spans) this.#meet(problem);
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
    if (this.#queue.length > queueAtMost) this.#queue.splice(0, this.#queue.length - queueAtMost);
    this.version += 1;
  }

  /** Test runs of the time that is looked at; what was there before is forgotten. */
  setRuns(runs: readonly RunSpan[]): void {
    if (runs.length + this.#runs.size === 0) return;
    this.#runs = Map.groupBy(runs, ({ taskId }) => taskId);
    this.version += 1;
  }

  runsOf(span: TaskSpan): readonly RunSpan[] {
    const runs = this.#runs.get(span.taskId) ?? [];
    return runs.filter(({ from }) => from >= span.from - 1000 && from <= (span.to ?? Infinity) + 1000);
  }

  get queue(): readonly QueueSample[] {
    return this.#queue;
  }

  /** Every slot of every host that is known, whether it did something or not. */
  get lanes(): readonly Lane[] {
    this.#drawn ??= this.#hosts.flatMap(({ judgehost, slots, online, away: told }) => {
      const away = told.map(({ from, until }) => ({ from, until: until ?? Infinity }));
      return Array.from({ length: slots }, (_, slot) => ({
        judgehost,
        slot,
        online,
        away,
        first: slot === 0,
        spans: this.#spansOf(judgehost, slot),
        cells: this.#cells.get(`${judgehost}/${slot}`) ?? null,
      }));
    });
    return this.#drawn;
  }

  #spansOf(judgehost: string, slot: number): readonly TaskSpan[] {
    const spans = this.#lanes.get(`${judgehost}/${slot}`) ?? [];
    const followed = this.#followed.filter(
      (span) => span.judgehost === judgehost && span.slot === slot && !this.#ids.has(span.id),
    );
    return followed.length === 0 ? spans : [...spans, ...followed].sort((a, b) => a.from - b.from);
  }

  /** Spans of the submissions whose id ends like this, the oldest first. */
  ofSubmission(end: string): TaskSpan[] {
    const wanted = end.trim().toLowerCase();
    if (wanted.length < 4) return [];
    const found = [...this.#lanes.values()].flatMap((lane) =>
      lane.filter(({ submissionId }) => submissionId.endsWith(wanted)),
    );
    return found.sort((a, b) => a.from - b.from);
  }
}

/** Where in a lane the first span lies that ends at or after `from`. */
export function firstAfter(spans: readonly TaskSpan[], from: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
