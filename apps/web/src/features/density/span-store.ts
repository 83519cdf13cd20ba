/** Spans by slot, in the order of time: what the chart draws from. Not React's: it changes twice a second. */
import type { QueueSample, RunSpan, SpansAnswer, TaskSpan } from '@sandglass/contracts';

/** One slot of one host: a line of the chart. */
export interface Lane {
  readonly judgehost: string;
  readonly slot: number;
  readonly online: boolean;
  /** The first of its host. */
  readonly first: boolean;
  readonly spans: readonly TaskSpan[];
}

type Hosts = SpansAnswer['hosts'];

/** Older than the widest window: forgotten. */
const reachMs = 6.5 * 3_600_000;
const queueAtMost = 12_000;

export class SpanStore {
  readonly #lanes = new Map<string, TaskSpan[]>();
  readonly #bySubmission = new Map<string, Set<string>>();
  #hosts: Hosts = [];
  #queue: QueueSample[] = [];
  #runs = new Map<string, RunSpan[]>();
  #drawn: readonly Lane[] | null = null;
  /** Everything since then is here; null: nothing has been read. */
  loadedFrom: number | null = null;
  /** Rises with every change. */
  version = 0;

  hosts(hosts: Hosts): void {
    const same = JSON.stringify(hosts) === JSON.stringify(this.#hosts);
    if (same) return;
    this.#hosts = hosts;
    this.#drawn = null;
    this.version += 1;
  }

  /** New spans, and new words about old ones. */
  add(spans: readonly TaskSpan[]): void {
    if (spans.length === 0) return;
    const touched = new Set<TaskSpan[]>();
    for (const span of spans) {
      const key = `${span.judgehost}/${span.slot}`;
      const lane = this.#lanes.get(key) ?? [];
      this.#lanes.set(key, lane);
      const at = lane.findLastIndex(({ id }) => id === span.id);
      if (at >= 0) lane[at] = span;
      else lane.push(span);
      touched.add(lane);
      const ofSubmission = this.#bySubmission.get(span.submissionId) ?? new Set();
      this.#bySubmission.set(span.submissionId, ofSubmission.add(key));
    }
    for (const lane of touched) {
      lane.sort((a, b) => a.from - b.from);
      const oldest = (lane.at(-1)?.from ?? 0) - reachMs;
      const gone = lane.findIndex(({ from }) => from >= oldest);
      if (gone > 0) lane.splice(0, gone);
    }
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
    this.#drawn ??= this.#hosts.flatMap(({ judgehost, slots, online }) =>
      Array.from({ length: slots }, (_, slot) => ({
        judgehost,
        slot,
        online,
        first: slot === 0,
        spans: this.#lanes.get(`${judgehost}/${slot}`) ?? [],
      })),
    );
    return this.#drawn;
  }

  /** Spans of the submissions whose id ends like this, the oldest first. */
  ofSubmission(end: string): TaskSpan[] {
    const wanted = end.trim().toLowerCase();
    if (wanted.length < 4) return [];
    const found: TaskSpan[] = [];
    for (const [id, lanes] of this.#bySubmission) {
      if (!id.endsWith(wanted)) continue;
      for (const key of lanes) {
        found.push(...(this.#lanes.get(key) ?? []).filter(({ submissionId }) => submissionId === id));
      }
    }
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
