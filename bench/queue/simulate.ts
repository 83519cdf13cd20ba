/**
 * What waiting a queue makes of a load: slots that take the first in line whenever they are free. Nothing of the order
 * itself is here; the virtual deadline is the very function that the api uses.
 */
import { virtualDeadlineMs } from '@sandglass/domain';
import type { LoadJob } from './load.ts';

export type Policy = 'fcfs' | 'deadline';

export interface SimulationOptions {
  readonly slots: number;
  readonly policy: Policy;
  /** Longest task by expectation, ms; a judging is one task under `fcfs`. */
  readonly taskMs: number;
  /** Slots that rejudgings leave free when there is more than one. */
  readonly keptForLive: number;
}

export const ours: SimulationOptions = { slots: 8, policy: 'deadline', taskMs: 10_000, keptForLive: 1 };
/** One queue in order of arrival, a whole judging at a time: what the common systems do. */
export const firstCome: SimulationOptions = { slots: 8, policy: 'fcfs', taskMs: Infinity, keptForLive: 0 };

export interface JudgedJob {
  readonly job: LoadJob;
  readonly endMs: number;
  /** Verdict − arrival − its own time on a slot, never below 0. */
  readonly waitMs: number;
}

interface Task {
  readonly judging: Judging;
  readonly costMs: number;
  readonly key: number;
  readonly order: number;
}

interface Judging {
  readonly job: LoadJob;
  expectedMs: number;
  open: number;
}

/** What a job of this kind will cost, from those of its kind that have ended: their mean; before the first, `unknownMs`. */
class LearnedCost {
  readonly #known = new Map<string, { count: number; sum: number }>();
  readonly #unknownMs = 2000;

  of(kind: string): number {
    const known = this.#known.get(kind);
    return known === undefined ? this.#unknownMs : known.sum / known.count;
  }

  learn(kind: string, ms: number): void {
    const { count, sum } = this.#known.get(kind) ?? { count: 0, sum: 0 };
    this.#known.set(kind, { count: count + 1, sum: sum + ms });
  }
}

export function simulate(jobs: readonly LoadJob[], options: SimulationOptions): JudgedJob[] {
  const run = new Simulation(options);
  return run.all(jobs);
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #cost = new LearnedCost();
  /** Expected cost of what an owner has waiting or running. */
  readonly #pending = new Map<string, number>();
  readonly #waiting = { live: new Line(), rejudging: new Line() };
  readonly #running = new Line();
  readonly #judged: JudgedJob[] = [];
  #rejudgingNow = 0;
  #count = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
  }

  all(jobs: readonly LoadJob[]): JudgedJob[] {
    for (const job of jobs) {
      this.#advance(job.arrivalMs);
      this.#arrive(job);
      this.#fill(job.arrivalMs);
    }
    this.#advance(Infinity);
    return this.#judged;
  }

  /** Lets tasks end, and others take their slots, up to an instant. */
  #advance(untilMs: number): void {
    for (
      let next = this.#running.first;
      next !== undefined && next.key <= untilMs;
      next = this.#running.first
    ) {
      this.#running.take();
      this.#end(next, next.key);
      this.#fill(next.key);
    }
  }

  #arrive(job: LoadJob): void {
    const { policy, taskMs } = this.#options;
    const expectedMs = this.#cost.of(job.kind);
    const tasks = Number.isFinite(taskMs) ? Math.max(1, Math.ceil(expectedMs / taskMs)) : 1;
    const judging: Judging = { job, expectedMs, open: tasks };
    let pendingMs = this.#pending.get(job.owner) ?? 0;
    this.#pending.set(job.owner, pendingMs + expectedMs);
    const line = job.class === 'rejudging' ? this.#waiting.rejudging : this.#waiting.live;
    for (let i = 0; i < tasks; i += 1) {
      const expectedCostMs = expectedMs / tasks;
      const key =
        policy === 'fcfs'
          ? job.arrivalMs
          : virtualDeadlineMs({ arrivalMs: job.arrivalMs, expectedCostMs, pendingMs, class: job.class });
      pendingMs += expectedCostMs;
      line.add({ judging, costMs: job.costMs / tasks, key, order: this.#count });
      this.#count += 1;
    }
  }

  #fill(nowMs: number): void {
    while (this.#running.size < this.#options.slots) {
      const task = this.#next();
      if (task === undefined) return;
      if (task.judging.job.class === 'rejudging') this.#rejudgingNow += 1;
      this.#running.add({ ...task, key: nowMs + task.costMs });
    }
  }

  /** The first in line; rejudgings leave slots for live work. */
  #next(): Task | undefined {
    const { live, rejudging } = this.#waiting;
    const { slots, keptForLive } = this.#options;
    const full = slots > 1 && this.#rejudgingNow >= slots - keptForLive;
    const first = live.first;
    const other = full ? undefined : rejudging.first;
    if (first === undefined && other === undefined) return undefined;
    return other === undefined || (first !== undefined && !before(other, first))
      ? live.take()
      : rejudging.take();
  }

  #end({ judging }: Task, nowMs: number): void {
    const { job } = judging;
    if (job.class === 'rejudging') this.#rejudgingNow -= 1;
    judging.open -= 1;
    if (judging.open > 0) return;
    this.#cost.learn(job.kind, job.costMs);
    this.#pending.set(job.owner, (this.#pending.get(job.owner) ?? 0) - judging.expectedMs);
    this.#judged.push({ job, endMs: nowMs, waitMs: Math.max(0, nowMs - job.arrivalMs - job.costMs) });
  }
}

function before(a: Task, b: Task): boolean {
  return a.key < b.key || (a.key === b.key && a.order < b.order);
}

/** Tasks by key, equal ones in the order they were added: a binary heap. */
class Line {
  readonly #heap: Task[] = [];

  get size(): number {
    return this.#heap.length;
  }

  get first(): Task | undefined {
    return this.#heap[0];
  }

  add(task: Task): void {
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapWhenBefore(at, parent)) return;
      at = parent;
    }
  }

  take(): Task | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const a = heap[left];
      const b = heap[right];
      if (a === undefined) return first;
      const child = b !== undefined && before(b, a) ? right : left;
      if (!this.#swapWhenBefore(child, at)) return first;
      at = child;
    }
  }

  #swapWhenBefore(from: number, to: number): boolean {
    const a = this.#heap[from];
    const b = this.#heap[to];
    if (a === undefined || b === undefined || !before(a, b)) return false;
    this.#heap[from] = b;
    this.#heap[to] = a;
    return true;
  }
}
