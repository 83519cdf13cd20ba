/** Everything a burn-in sees, in memory that does not grow with its length. */
import type { HostReport } from '@sandglass/contracts';
import { GapHistogram } from './gap-histogram.ts';
import type { Observed, WorkKind, WorkObserver } from './workload.ts';

export interface SlotRecord {
  readonly ordinal: number;
  readonly cpus: readonly number[];
  runs: number;
  compilations: number;
  failures: number;
  lastFailure: string | null;
  readonly gaps: GapHistogram;
  /** Largest peak of a run, bytes. */
  peakBytes: number;
  /** Wall − CPU, and of it runnable without a core, µs in all. */
  gapUs: number;
  coreWaitUs: number;
}

/** One stretch of time. */
export interface Point {
  /** Seconds from the start to the stretch's end. */
  seconds: number;
  readonly gaps: GapHistogram;
  runs: number;
  load: number;
  dState: number;
  /** Shares of the stretch; null where the host does not report it. */
  steal: number | null;
  throttled: number | null;
  availableBytes: number;
}

export interface HostSample {
  readonly report: HostReport;
  /** Since the sample before; null where the host does not report it. */
  readonly throttledShare: number | null;
}

/** More are merged two by two: a chart has no more columns than that. */
const maxPoints = 480;

export class Recorder implements WorkObserver {
  readonly slots: readonly SlotRecord[];
  readonly points: Point[] = [];
  readonly gaps = new GapHistogram();
  /** (Wall − CPU) of the programs that compute for long, per 1000 of CPU: a histogram of shares. */
  readonly slowdowns = new GapHistogram();
  readonly compileGaps = new GapHistogram();
  /** How many samples found tasks waiting at a place. */
  readonly places = new Map<string, number>();
  private reportsCoreWait = false;
  private open = new GapHistogram();
  private stretch = 1;
  private pending: Point | null = null;
  private pendingCount = 0;

  constructor(slots: readonly { readonly ordinal: number; readonly cpus: readonly number[] }[]) {
    this.slots = slots.map(({ ordinal, cpus }) => ({
      ordinal,
      cpus,
      runs: 0,
      compilations: 0,
      failures: 0,
      lastFailure: null,
      gaps: new GapHistogram(),
      peakBytes: 0,
      gapUs: 0,
      coreWaitUs: 0,
    }));
  }

  get failures(): number {
    return this.slots.reduce((sum, { failures }) => sum + failures, 0);
  }

  ran(ordinal: number, kind: WorkKind, { cpuUs, gapUs, memoryBytes, coreWaitUs }: Observed): void {
    const slot = this.of(ordinal);
    slot.peakBytes = Math.max(slot.peakBytes, memoryBytes);
    if (kind === 'compile') {
      slot.compilations++;
      // A compiler waits for its own processes: its gap says nothing about the host.
      this.compileGaps.add(gapUs);
      return;
    }
    slot.runs++;
    slot.gapUs += Math.max(0, gapUs);
    slot.coreWaitUs += coreWaitUs ?? 0;
    this.reportsCoreWait ||= coreWaitUs !== null;
    for (const histogram of [slot.gaps, this.gaps, this.open]) histogram.add(gapUs);
    if (kind === 'burn') this.slowdowns.add((gapUs / Math.max(cpuUs, 1)) * slowdownUnit);
  }

  failed(ordinal: number, why: string): void {
    const slot = this.of(ordinal);
    slot.failures++;
    slot.lastFailure = why;
  }

  /** Ends a stretch of time with what the host looks like now. */
  sample(seconds: number, { report, throttledShare }: HostSample): void {
    for (const { where } of report.dState.waits) this.places.set(where, (this.places.get(where) ?? 0) + 1);
    const point: Point = {
      seconds,
      gaps: this.open,
      runs: this.open.count,
      load: report.load[0],
      dState: report.dState.count,
      steal: report.stealRatio,
      throttled: throttledShare,
      availableBytes: report.memory.availableBytes,
    };
    this.open = new GapHistogram();
    if (this.pending === null) this.pending = point;
    else merge(this.pending, point);
    if (++this.pendingCount < this.stretch) return;
    this.points.push(this.pending);
    this.pending = null;
    this.pendingCount = 0;
    if (this.points.length > maxPoints) this.halve();
  }

  /** Share of all gaps that was spent runnable without a core; null where the kernel does not report it. */
  get waitedForCoreShare(): number | null {
    const gap = this.slots.reduce((sum, slot) => sum + slot.gapUs, 0);
    const waited = this.slots.reduce((sum, slot) => sum + slot.coreWaitUs, 0);
    return this.reportsCoreWait && gap > 0 ? Math.min(1, waited / gap) : null;
  }

  /** The place where tasks were stuck most often. */
  get worstPlace(): string | null {
    return [...this.places].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  }

  private halve(): void {
    const all = this.points.splice(0);
    for (let i = 0; i < all.length; i += 2) {
      const [first, second] = all.slice(i, i + 2);
      if (first === undefined) continue;
      if (second !== undefined) merge(first, second);
      this.points.push(first);
    }
    this.stretch *= 2;
  }

  private of(ordinal: number): SlotRecord {
    const slot = this.slots.find((one) => one.ordinal === ordinal);
    if (slot === undefined) throw new Error(`slot ${ordinal} is not part of this burn-in`);
    return slot;
  }
}

/** Slow-downs are kept as thousandths of a percent, where the histogram is fine enough. */
export const slowdownUnit = 100_000;

function merge(into: Point, { gaps, ...later }: Point): void {
  into.gaps.merge(gaps);
  into.seconds = later.seconds;
  into.runs += later.runs;
  into.load = Math.max(into.load, later.load);
  into.dState = Math.max(into.dState, later.dState);
  into.steal = mostOf(into.steal, later.steal);
  into.throttled = mostOf(into.throttled, later.throttled);
  into.availableBytes = Math.min(into.availableBytes, later.availableBytes);
}

function mostOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
