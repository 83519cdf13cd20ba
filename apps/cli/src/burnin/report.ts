/** The result of a burn-in, as `--json` writes it. */
import type { HostReport } from '@sandglass/contracts';
import type { GapHistogram } from './gap-histogram.ts';
import { recommend, type Recommendation } from './recommend.ts';
import { slowdownUnit, type Recorder } from './recorder.ts';

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface BurnInReport {
  readonly startedAt: string;
  readonly minutes: number;
  /** By Ctrl-C or a signal, before the time asked for was over. */
  readonly interrupted: boolean;
  readonly host: Pick<HostReport, 'hostname' | 'kernel' | 'arch' | 'cpuModel' | 'cgroupMode' | 'cpus'>;
  readonly slots: readonly {
    readonly ordinal: number;
    readonly cpus: readonly number[];
    readonly runs: number;
    readonly compilations: number;
    readonly failures: number;
    readonly lastFailure: string | null;
    readonly rebuilds: number;
    readonly gapMs: Quantiles;
    /** Runnable without a core, in all. */
    readonly coreWaitMs: number;
    readonly peakMiB: number;
  }[];
  readonly total: {
    readonly runs: number;
    readonly runsPerSecond: number;
    readonly failures: number;
    readonly rebuilds: number;
    readonly gapMs: Quantiles;
    /** (Wall − CPU) / CPU of the 200 ms burners, %. */
    readonly slowdownPercent: Quantiles;
    /** Share of all gaps that was spent runnable without a core. */
    readonly waitedForCoreShare: number | null;
  };
  readonly load: { readonly mean: number; readonly max: number };
  readonly dState: { readonly mean: number; readonly max: number; readonly place: string | null };
  /** Shares of time, 0…1. */
  readonly stealMean: number | null;
  readonly throttledShare: number | null;
  readonly memory: { readonly totalMiB: number; readonly availableMinMiB: number };
  readonly points: readonly {
    readonly seconds: number;
    readonly runs: number;
    readonly gapMs: Quantiles;
    readonly load: number;
    readonly dState: number;
    readonly steal: number | null;
    readonly throttled: number | null;
  }[];
  readonly recommendation: Recommendation;
}

export interface BurnInEnd {
  readonly startedAt: Date;
  readonly seconds: number;
  readonly interrupted: boolean;
  /** Physical cores that slots may use. */
  readonly cores: number;
  readonly host: HostReport;
  readonly rebuilds: ReadonlyMap<number, number>;
}

/** The one-minute load average means nothing earlier. */
const loadSettlesSeconds = 60;

export function reportOf(recorder: Recorder, end: BurnInEnd): BurnInReport {
  const { host, seconds } = end;
  const { hostname, kernel, arch, cpuModel, cgroupMode, cpus } = host;
  const { points, slots } = recorder;
  const loads = points.map(({ load }) => load);
  const stuck = points.map(({ dState }) => dState);
  const rebuilds = [...end.rebuilds.values()].reduce((sum, n) => sum + n, 0);
  const available = Math.min(host.memory.availableBytes, ...points.map((point) => point.availableBytes));
  const stealMean = meanKnown(points.map(({ steal }) => steal));
  const throttledShare = meanKnown(points.map(({ throttled }) => throttled));
  const settled = points.filter((point) => point.seconds >= loadSettlesSeconds).map(({ load }) => load);
  const total = {
    runs: recorder.gaps.count,
    runsPerSecond: rounded(recorder.gaps.count / seconds, 1),
    failures: recorder.failures,
    rebuilds,
    gapMs: quantiles(recorder.gaps, 1000),
    waitedForCoreShare: recorder.waitedForCoreShare === null ? null : rounded(recorder.waitedForCoreShare, 4),
    slowdownPercent: quantiles(recorder.slowdowns, slowdownUnit / 100),
  };
  return {
    startedAt: end.startedAt.toISOString(),
    minutes: rounded(seconds / 60, 3),
    interrupted: end.interrupted,
    host: { hostname, kernel, arch, cpuModel, cgroupMode, cpus },
    slots: slots.map((slot) => ({
      ordinal: slot.ordinal,
      cpus: slot.cpus,
      runs: slot.runs,
      compilations: slot.compilations,
      failures: slot.failures,
      lastFailure: slot.lastFailure,
      rebuilds: end.rebuilds.get(slot.ordinal) ?? 0,
      gapMs: quantiles(slot.gaps, 1000),
      coreWaitMs: rounded(slot.coreWaitUs / 1000, 1),
      peakMiB: rounded(slot.peakBytes / 2 ** 20, 1),
    })),
    total,
    load: { mean: rounded(mean(loads), 2), max: Math.max(0, ...loads) },
    dState: { mean: rounded(mean(stuck), 2), max: Math.max(0, ...stuck), place: recorder.worstPlace },
    stealMean,
    throttledShare,
    memory: {
      totalMiB: Math.round(host.memory.totalBytes / 2 ** 20),
      availableMinMiB: Math.round(available / 2 ** 20),
    },
    points: points.map((point) => ({
      seconds: rounded(point.seconds, 2),
      runs: point.runs,
      gapMs: quantiles(point.gaps, 1000),
      load: point.load,
      dState: point.dState,
      steal: point.steal,
      throttled: point.throttled,
    })),
    recommendation: recommend({
      slots: slots.length,
      cores: end.cores,
      minutes: seconds / 60,
      runs: total.runs,
      failures: total.failures,
      rebuilds,
      gapUs: {
        p50: recorder.gaps.quantile(0.5),
        p95: recorder.gaps.quantile(0.95),
        p99: recorder.gaps.quantile(0.99),
        max: recorder.gaps.max,
      },
      waitedForCoreShare: recorder.waitedForCoreShare,
      slowdownP99: recorder.slowdowns.quantile(0.99) / slowdownUnit,
      loadMax: settled.length === 0 ? null : Math.max(...settled),
      dStateMean: mean(stuck),
      dStateMax: Math.max(0, ...stuck),
      dStatePlace: recorder.worstPlace,
      stealMean,
      throttledShare,
      memoryAvailableMinBytes: available,
      memoryTotalBytes: host.memory.totalBytes,
      kernel,
    }),
  };
}

export function quantiles(histogram: GapHistogram, unit: number): Quantiles {
  const at = (p: number): number => rounded(histogram.quantile(p) / unit, 3);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: rounded(histogram.max / unit, 3) };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function meanKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : rounded(mean(known), 4);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
