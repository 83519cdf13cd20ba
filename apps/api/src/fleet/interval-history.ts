/**
 * What every slot did over the last hours, in memory: read once from the task records, then followed. A bounded
 * number of intervals is kept, the latest. Intervals that ended otherwise than by their task's end (a lost lease, a repeat)
 * are in no record; they stay here for as long as this process does.
 */
import { isNamed, type NamedSubmission, type TaskInterval } from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { IntervalCells, type Slot } from './interval-cells.ts';
import type { IntervalRepository } from './interval-repository.ts';

/** Kept: about 60 MB at the very most. */
const maxIntervals = 120_000;
/** Read from the records when the process begins. */
const maxRead = 40_000;
/** Of older ones only steps are kept (`interval-cells.ts`): so many are read for them. */
const maxCellsRead = 600_000;
const reachMs = 6 * 3_600_000;
/** Of the last hour the steps are narrower: those of ten minutes are then some pixels wide. */
const fineReachMs = 3_600_000;
/** A commit may become visible a little after its instant. */
const overlapMs = 3_000;
const maxChanges = 5_000;
/** What runs is read again this often: it has compiled, had further runs, got another slot. */
const runningEveryMs = 2_000;

export class IntervalHistory {
  readonly #repository: Pick<IntervalRepository, 'ended' | 'byTasks' | 'running'>;
  /** By id, in the order in which they ended. */
  #ended = new Map<string, TaskInterval>();
  #running = new Map<string, TaskInterval>();
  #followedMs = 0;
  #runningReadMs = 0;
  readonly #cells = new IntervalCells(10_000, reachMs);
  readonly #fineCells = new IntervalCells(2_000, fineReachMs);
  /** Every interval that ended since then is here, and every step. */
  #intervalsFrom = Number.POSITIVE_INFINITY;
  #cellsFrom = Number.POSITIVE_INFINITY;

  constructor(repository: Pick<IntervalRepository, 'ended' | 'byTasks' | 'running'>) {
    this.#repository = repository;
  }

  /**
   * What these slots did, in steps.
   * @param until not later than now @param nowMs the clock
   */
  cells(
    from: number,
    until: number,
    nowMs: number,
    slots: readonly Slot[],
  ): ReturnType<IntervalCells['between']> & { readonly knownFrom: number } {
    const cells = from > nowMs - fineReachMs ? this.#fineCells : this.#cells;
    const running = [...this.#running.values()].filter((interval) => interval.from < until);
    return {
      ...cells.between(Math.max(from, until - reachMs), until, slots, running),
      knownFrom: Math.min(this.#cellsFrom, until),
    };
  }

  /** @param nowMs the clock */
  async open(nowMs: number): Promise<void> {
    const intervals = await this.#repository.ended(new Date(nowMs - reachMs), new Date(nowMs), maxRead);
    // What this process has seen since is newer.
    const seen = this.#ended;
    this.#ended = new Map(intervals.toReversed().map((interval) => [interval.id, interval]));
    for (const [id, interval] of seen) this.#ended.set(id, interval);
    for (const interval of intervals) if (!seen.has(interval.id)) this.#addToSteps(interval);
    this.#followedMs = Math.max(this.#followedMs, nowMs);
    const whole = intervals.length < maxRead;
    this.#intervalsFrom = whole ? nowMs - reachMs : (intervals.at(-1)?.to ?? nowMs);
    this.#cellsFrom = this.#intervalsFrom;
    if (!whole) await this.#readSteps(nowMs - reachMs, maxRead);
  }

  /** What ended before the intervals that are kept, a part at a time: others want the database as well. */
  async #readSteps(from: number, read: number): Promise<void> {
    const until = this.#cellsFrom - 1;
    const started = performance.now();
    const older = await this.#repository.ended(new Date(from), new Date(until), maxChanges);
    for (const interval of older) this.#addToSteps(interval);
    const whole = older.length < maxChanges;
    this.#cellsFrom = whole ? from : (older.at(-1)?.to ?? from);
    if (whole || read + older.length >= maxCellsRead) return;
    await pause(performance.now() - started);
    await this.#readSteps(from, read + older.length);
  }

  /** Looks what began, went on and ended since the last look. @returns those intervals */
  async follow(nowMs: number): Promise<TaskInterval[]> {
    const after = this.#followedMs === 0 ? nowMs : this.#followedMs;
    // One after the other: a task that ends in between is then in both, and never in neither, as if given back.
    const running = await this.#repository.running();
    const ended = await this.#repository.ended(
      new Date(after - overlapMs),
      new Date(nowMs + overlapMs),
      maxChanges,
    );
    this.#followedMs = nowMs;
    const changed: TaskInterval[] = [];
    for (const interval of ended.toReversed()) {
      if (this.#ended.has(interval.id)) continue;
      this.#keep(interval);
      changed.push(interval);
    }
    const now = new Set(running.map(({ id }) => id));
    for (const interval of this.#running.values()) {
      if (now.has(interval.id)) continue;
      this.#running.delete(interval.id);
      if (this.#ended.has(interval.id)) continue;
      // Neither running nor ended by its record: it was given back.
      const returned: TaskInterval = { ...interval, to: nowMs, state: 'returned' };
      this.#keep(returned);
      changed.push(returned);
    }
    const again = nowMs - this.#runningReadMs >= runningEveryMs;
    if (again) this.#runningReadMs = nowMs;
    const wanted = running.filter(({ id }) => !this.#ended.has(id) && (again || !this.#running.has(id)));
    if (wanted.length === 0) return changed;
    for (const interval of await this.#repository.byTasks(wanted.map(({ taskId }) => taskId))) {
      // It may have ended while it was looked up: the next look will find that.
      if (interval.state !== 'running' || !now.has(interval.id)) continue;
      const known = this.#running.get(interval.id);
      if (known !== undefined && isSame(known, interval)) continue;
      this.#running.set(interval.id, interval);
      changed.push(interval);
    }
    return changed;
  }

  /** What overlaps [from, until]: what runs, and of what has ended at most `limit`, the latest. */
  between(
    from: number,
    until: number,
    limit: number,
  ): { intervals: TaskInterval[]; completeFrom: number | null } {
    const running = [...this.#running.values()].filter((interval) => interval.from <= until);
    const intervals: TaskInterval[] = [];
    let completeFrom: number | null = null;
    const all = [...this.#ended.values()];
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const interval = all[index];
      if (interval === undefined || interval.from > until) continue;
      if ((interval.to ?? until) < from) {
        // They lie in the order in which they ended, but for moments.
        if ((interval.to ?? until) < from - 2 * overlapMs) break;
        continue;
      }
      if (intervals.length >= limit) {
        completeFrom = interval.to;
        break;
      }
      intervals.push(interval);
    }
    if (from < this.#intervalsFrom)
      completeFrom = Math.max(completeFrom ?? 0, Math.min(this.#intervalsFrom, until));
    return { intervals: [...running, ...intervals], completeFrom };
  }

  /** What is kept of the submissions that are named so. @param contest of the number; undefined: of any */
  ofSubmissions(name: NamedSubmission, contest?: string): TaskInterval[] {
    const all = [...this.#ended.values(), ...this.#running.values()];
    return all.filter((interval) => isNamed(interval, name, contest));
  }

  /** How many intervals a host ended since then, by name. */
  endedSince(sinceMs: number): Map<string, number> {
    const counts = new Map<string, number>();
    const all = [...this.#ended.values()];
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const interval = all[index];
      if (interval === undefined || (interval.to ?? 0) < sinceMs - overlapMs) break;
      if ((interval.to ?? 0) >= sinceMs && interval.state === 'done') {
        counts.set(interval.judgehost, (counts.get(interval.judgehost) ?? 0) + 1);
      }
    }
    return counts;
  }

  #addToSteps(interval: TaskInterval): void {
    this.#cells.add(interval);
    this.#fineCells.add(interval);
  }

  #keep(interval: TaskInterval): void {
    this.#ended.set(interval.id, interval);
    this.#addToSteps(interval);
    this.#running.delete(interval.id);
    if (this.#ended.size <= maxIntervals) return;
    for (const [id, { to }] of this.#ended) {
      this.#ended.delete(id);
      if (Number.isFinite(this.#intervalsFrom)) this.#intervalsFrom = Math.max(this.#intervalsFrom, to ?? 0);
      if (this.#ended.size <= maxIntervals * 0.95) break;
    }
  }
}

/** Of two readings of a running interval: whether nothing has changed. Instants vary with what is known of two clocks. */
function isSame(one: TaskInterval, other: TaskInterval): boolean {
  return (
    one.runs === other.runs &&
    one.slot === other.slot &&
    (one.compiledAt === null) === (other.compiledAt === null)
  );
}
