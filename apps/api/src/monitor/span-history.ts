/**
 * What every slot did over the last hours, in memory: read once from the task records, then followed. A bounded
 * number of spans is kept, the latest. Spans that ended otherwise than by their task's end (a lost lease, a repeat)
 * are in no record; they stay here for as long as this process does.
 */
import type { TaskSpan } from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { SpanCells, type Slot } from './span-cells.ts';
import type { SpanRepository } from './span-repository.ts';

/** Kept: about 60 MB at the very most. */
const spansAtMost = 120_000;
/** Read from the records when the process begins. */
const readAtMost = 40_000;
/** Of older ones only steps are kept (`span-cells.ts`): so many are read for them. */
const cellsReadAtMost = 600_000;
const reachMs = 6 * 3_600_000;
/** Of the last hour the steps are narrower: those of ten minutes are then some pixels wide. */
const fineReachMs = 3_600_000;
/** A commit may become visible a little after the instant it bears. */
const overlapMs = 3_000;
const changesAtMost = 5_000;
/** What runs is read again this often: it has compiled, had further runs, got another slot. */
const runningEveryMs = 2_000;

export class SpanHistory {
  readonly #repository: Pick<SpanRepository, 'ended' | 'byTasks' | 'running'>;
  /** By id, in the order in which they ended. */
  #ended = new Map<string, TaskSpan>();
  #running = new Map<string, TaskSpan>();
  #followedMs = 0;
  #runningReadMs = 0;
  readonly #cells = new SpanCells(10_000, reachMs);
  readonly #fineCells = new SpanCells(2_000, fineReachMs);
  /** Every span that ended since then is here, and every step. */
  #spansFrom = Number.POSITIVE_INFINITY;
  #cellsFrom = Number.POSITIVE_INFINITY;

  constructor(repository: Pick<SpanRepository, 'ended' | 'byTasks' | 'running'>) {
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
  ): ReturnType<SpanCells['between']> & { readonly knownFrom: number } {
    const cells = from > nowMs - fineReachMs ? this.#fineCells : this.#cells;
    const running = [...this.#running.values()].filter((span) => span.from < until);
    return {
      ...cells.between(Math.max(from, until - reachMs), until, slots, running),
      knownFrom: Math.min(this.#cellsFrom, until),
    };
  }

  /** @param nowMs the clock */
  async open(nowMs: number): Promise<void> {
    const spans = await this.#repository.ended(new Date(nowMs - reachMs), new Date(nowMs), readAtMost);
    // What this process has seen meanwhile is newer.
    const seen = this.#ended;
    this.#ended = new Map(spans.toReversed().map((span) => [span.id, span]));
    for (const [id, span] of seen) this.#ended.set(id, span);
    for (const span of spans) if (!seen.has(span.id)) this.#addToSteps(span);
    this.#followedMs = Math.max(this.#followedMs, nowMs);
    const whole = spans.length < readAtMost;
    this.#spansFrom = whole ? nowMs - reachMs : (spans.at(-1)?.to ?? nowMs);
    this.#cellsFrom = this.#spansFrom;
    if (!whole) await this.#readSteps(nowMs - reachMs, readAtMost);
  }

  /** What ended before the spans that are kept, a part at a time: others want the database as well. */
  async #readSteps(from: number, read: number): Promise<void> {
    const until = this.#cellsFrom - 1;
    const started = performance.now();
    const older = await this.#repository.ended(new Date(from), new Date(until), changesAtMost);
    for (const span of older) this.#addToSteps(span);
    const whole = older.length < changesAtMost;
    this.#cellsFrom = whole ? from : (older.at(-1)?.to ?? from);
    if (whole || read + older.length >= cellsReadAtMost) return;
    await pause(performance.now() - started);
    await this.#readSteps(from, read + older.length);
  }

  /** Looks what began, went on and ended since the last look. @returns those spans */
  async follow(nowMs: number): Promise<TaskSpan[]> {
    const after = this.#followedMs === 0 ? nowMs : this.#followedMs;
    // One after the other: a task that ends in between is then in both, and never in neither, as if given back.
    const running = await this.#repository.running();
    const ended = await this.#repository.ended(
      new Date(after - overlapMs),
      new Date(nowMs + overlapMs),
      changesAtMost,
    );
    this.#followedMs = nowMs;
    const changed: TaskSpan[] = [];
    for (const span of ended.toReversed()) {
      if (this.#ended.has(span.id)) continue;
      this.#keep(span);
      changed.push(span);
    }
    const now = new Set(running.map(({ id }) => id));
    for (const span of this.#running.values()) {
      if (now.has(span.id)) continue;
      this.#running.delete(span.id);
      if (this.#ended.has(span.id)) continue;
      // Neither running nor ended by its record: it was given back.
      const returned: TaskSpan = { ...span, to: nowMs, state: 'returned' };
      this.#keep(returned);
      changed.push(returned);
    }
    const again = nowMs - this.#runningReadMs >= runningEveryMs;
    if (again) this.#runningReadMs = nowMs;
    const wanted = running.filter(({ id }) => !this.#ended.has(id) && (again || !this.#running.has(id)));
    if (wanted.length === 0) return changed;
    for (const span of await this.#repository.byTasks(wanted.map(({ taskId }) => taskId))) {
      // It may have ended while it was looked up: the next look will find that.
      if (span.state !== 'running' || !now.has(span.id)) continue;
      const known = this.#running.get(span.id);
      if (known !== undefined && isSame(known, span)) continue;
      this.#running.set(span.id, span);
      changed.push(span);
    }
    return changed;
  }

  /** What overlaps [from, until]: what runs, and of what has ended at most `limit`, the latest. */
  between(from: number, until: number, limit: number): { spans: TaskSpan[]; completeFrom: number | null } {
    const running = [...this.#running.values()].filter((span) => span.from <= until);
    const spans: TaskSpan[] = [];
    let completeFrom: number | null = null;
    const all = [...this.#ended.values()];
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const span = all[index];
      if (span === undefined || span.from > until) continue;
      if ((span.to ?? until) < from) {
        // They lie in the order in which they ended, but for moments.
        if ((span.to ?? until) < from - 2 * overlapMs) break;
        continue;
      }
      if (spans.length >= limit) {
        completeFrom = span.to;
        break;
      }
      spans.push(span);
    }
    if (from < this.#spansFrom) completeFrom = Math.max(completeFrom ?? 0, Math.min(this.#spansFrom, until));
    return { spans: [...running, ...spans], completeFrom };
  }

  /** What is kept of the submissions whose id ends so. */
  ofSubmissions(end: string): TaskSpan[] {
    const all = [...this.#ended.values(), ...this.#running.values()];
    return all.filter(({ submissionId }) => submissionId.endsWith(end));
  }

  /** How many spans a host ended since then, by name. */
  endedSince(sinceMs: number): Map<string, number> {
    const counts = new Map<string, number>();
    const all = [...this.#ended.values()];
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const span = all[index];
      if (span === undefined || (span.to ?? 0) < sinceMs - overlapMs) break;
      if ((span.to ?? 0) >= sinceMs && span.state === 'done') {
        counts.set(span.judgehost, (counts.get(span.judgehost) ?? 0) + 1);
      }
    }
    return counts;
  }

  #addToSteps(span: TaskSpan): void {
    this.#cells.add(span);
    this.#fineCells.add(span);
  }

  #keep(span: TaskSpan): void {
    this.#ended.set(span.id, span);
    this.#addToSteps(span);
    this.#running.delete(span.id);
    if (this.#ended.size <= spansAtMost) return;
    for (const [id, { to }] of this.#ended) {
      this.#ended.delete(id);
      if (Number.isFinite(this.#spansFrom)) this.#spansFrom = Math.max(this.#spansFrom, to ?? 0);
      if (this.#ended.size <= spansAtMost * 0.95) break;
    }
  }
}

/** Of two readings of a running span: whether it stands where it stood. Instants waver with what is known of two clocks. */
function isSame(one: TaskSpan, other: TaskSpan): boolean {
  return (
    one.runs === other.runs &&
    one.slot === other.slot &&
    (one.compiledAt === null) === (other.compiledAt === null)
  );
}
