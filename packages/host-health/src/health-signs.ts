/**
 * The signs by which a host knows that something is wrong with it, each with its bounds.
 *
 * Two bounds per level, one to enter it and a lower one to leave it, so that a figure that trembles about a bound does
 * not make the state tremble. Only what speaks of the runs themselves makes a host unhealthy: its own calibration program, the
 * contestants' gaps, tasks that are stuck in the kernel, a quota. The others (load, heat) are reasons to look, and hold
 * nothing back: a host may be warm for a whole contest. What merely could be better is an advisory, and no sign.
 *
 * Busy is not unhealthy. A machine that somebody works on (a browser, compilers) shares its cores: programs wait their turn
 * and their CPU time stays true. That is degraded, and says what to do. Unhealthy, which marks verdicts and halves the slots,
 * needs more than a fair turn among two or three can explain, for a while, and contestants' programs that suffer it.
 */
import type { HealthSign } from '@sandglass/contracts';

/** What a host sees of itself at one moment; null: not known, which says nothing. */
export interface HealthObservation {
  /** Of a clock that only goes forward: the clock of the day may be set. */
  readonly atMs: number;
  readonly slots: number;
  /** Of the calibration program's latest runs; `evidenceMs`: age of the oldest of them. */
  readonly calibration: {
    readonly cpuDrift: number;
    readonly wallDrift: number;
    readonly evidenceMs: number;
  } | null;
  /**
   * `excess`: what is left of the gaps when a fair share of the core is taken for granted; `latestUs`: the median of the
   * latest five runs, null when there were fewer.
   */
  readonly gap: {
    readonly runs: number;
    readonly p95Us: number;
    readonly excess: { readonly p95Us: number; readonly latestUs: number | null };
    readonly evidenceMs: number;
  } | null;
  /** Contestants' programs run here, or have within the last minute. */
  readonly judging: boolean;
  /** Cores that other programs than contestants' keep busy, of how many. */
  readonly foreign: { readonly cores: number; readonly of: number } | null;
  /** Tasks in uninterruptible sleep, of the whole host, but for those that wait on purpose. */
  readonly dState: number | null;
  /** Of them, those whose wait has lasted for seconds. */
  readonly lasting: number | null;
  readonly load1: number | null;
  /** Share of a CPU quota's periods in which it stopped us. */
  readonly throttledShare: number | null;
  readonly stealRatio: number | null;
  readonly temperatureC: number | null;
}

interface Bound {
  readonly enter: number;
  readonly leave: number;
  /** Where this level goes by another figure than the rule's own. */
  readonly of?: (observation: HealthObservation) => number | null;
  /** Instead of the rule's own. */
  readonly holdMs?: number;
}

export interface HealthRule {
  readonly sign: HealthSign;
  readonly of: (observation: HealthObservation) => number | null;
  readonly degraded: Bound;
  /** Null: this sign alone is no reason to doubt verdicts. */
  readonly unhealthy: Bound | null;
  /** How long the bound must have been reached before it counts, ms: for figures that are no medians of their own. */
  readonly holdMs: number;
  /** Age of the evidence, ms: the state began when it began. */
  readonly evidenceMs?: (observation: HealthObservation) => number;
  readonly say: (value: number, bound: number, observation: HealthObservation) => string;
}

const percent = (ratio: number): string => `${String(Math.round(ratio * 100))} %`;
const slotsOf = (count: number): string => (count === 1 ? '1 slot' : `${String(count)} slots`);
const tasks = (count: number | null): string =>
  count === 1 ? '1 task is' : `${String(count ?? 0)} tasks are`;
const duration = (us: number): string =>
  us < 1_000_000 ? `${String(Math.round(us / 1000))} ms` : `${(us / 1_000_000).toFixed(1)} s`;
/** Fewer runs than this have no 95th percentile worth the name. */
const minGapRuns = 20;
/** So much of a gap means a program that was stopped, not one that took turns. */
const gapUnhealthyUs = 500_000;

/** The figures are of ten seconds; so much longer they must stay, for it is not a moment's work of a compiler. */
const sustainedMs = 8_000;
/** From this share of the cores on, the text names what else keeps them busy. */
const minForeign = 0.25;

/** A figure of the calibration program counts against verdicts only where there are any. */
const whileJudging =
  (of: (calibration: NonNullable<HealthObservation['calibration']>) => number) =>
  ({ calibration, judging }: HealthObservation): number | null => {
    if (calibration === null) return null;
    return judging ? of(calibration) : 0;
  };

/** What the reader can do about it; empty when nothing else keeps the cores busy. */
function advice({ foreign }: HealthObservation): string {
  if (foreign === null || foreign.cores < foreign.of * minForeign) return '';
  const { cores, of } = foreign;
  return (
    `: other programs keep ${cores.toFixed(1)} of ${String(of)} ${of === 1 ? 'core' : 'cores'} busy; ` +
    'stop them, give the judgehost fewer slots (SANDGLASS_SLOTS), or run it on a dedicated machine'
  );
}

/**
 * What a host that hangs in the kernel looks like: waits that last, of as many tasks as slots; or, where locks go from
 * hand to hand and no single wait lasts, nearly every slot's task blocked at every look while the load is twice the slots
 * (the judgehosts of the Hefei regional: 28 blocked and a load of 61 for 30 slots). 1: the host is stuck.
 */
function stuckShare({ dState, lasting, load1, slots }: HealthObservation): number | null {
  if (dState === null || lasting === null || load1 === null) return null;
  const many = load1 >= 2 * slots ? dState / Math.max(4, 0.75 * slots) : 0;
  return Math.max(many, lasting / Math.max(4, slots));
}

type Gap = NonNullable<HealthObservation['gap']>;

function hasPercentile({ runs }: Gap): boolean {
  return runs >= minGapRuns;
}

/** Where there are too few runs for a percentile, most of the latest five must have lost it. */
function lostToWaiting(gap: Gap): number | null {
  return hasPercentile(gap) ? gap.p95Us : gap.excess.latestUs;
}

function lostInExcess(gap: Gap): number | null {
  const { p95Us, latestUs } = gap.excess;
  return hasPercentile(gap) ? Math.max(p95Us, latestUs ?? 0) : latestUs;
}

/**
 * A host that was lowered for its gaps and has little to do would never see enough of them again to recover: then it goes
 * by its own calibration program, which has signs of its own.
 */
function ofGaps(figure: (gap: Gap) => number | null): (observation: HealthObservation) => number | null {
  return ({ gap, calibration }) => (gap === null ? null : figure(gap)) ?? (calibration === null ? null : 0);
}

export const healthRules: readonly HealthRule[] = [
  {
    sign: 'calibration-cpu',
    of: ({ calibration }) => calibration?.cpuDrift ?? null,
    degraded: { enter: 0.15, leave: 0.1 },
    unhealthy: {
      enter: 0.4,
      leave: 0.25,
      of: whileJudging(({ cpuDrift }) => cpuDrift),
      holdMs: sustainedMs,
    },
    holdMs: 0,
    evidenceMs: ({ calibration }) => calibration?.evidenceMs ?? 0,
    say: (value, bound, observation) =>
      `the calibration program needs ${percent(value)} more CPU time than when this host was healthy (bound ${percent(bound)})` +
      advice(observation),
  },
  {
    sign: 'calibration-wall',
    of: ({ calibration }) => calibration?.wallDrift ?? null,
    degraded: { enter: 0.3, leave: 0.15 },
    // Less than a quarter of its core is left to a slot: a program near its CPU limit meets the wall limit first.
    unhealthy: {
      enter: 3,
      leave: 1.5,
      of: whileJudging(({ wallDrift }) => wallDrift),
      holdMs: sustainedMs,
    },
    holdMs: 0,
    evidenceMs: ({ calibration }) => calibration?.evidenceMs ?? 0,
    say: (value, bound, observation) =>
      `the calibration program waits for a core for ${percent(value)} of its CPU time (bound ${percent(bound)})` +
      advice(observation),
  },
  {
    sign: 'gap',
    of: ofGaps(lostToWaiting),
    degraded: { enter: 50_000, leave: 25_000 },
    unhealthy: {
      enter: gapUnhealthyUs,
      leave: 250_000,
      of: ofGaps(lostInExcess),
    },
    holdMs: 0,
    evidenceMs: ({ gap }) => gap?.evidenceMs ?? 0,
    say: (value, bound, observation) => {
      const { gap } = observation;
      const isExcess = bound >= gapUnhealthyUs;
      const lost = gap === null ? null : (isExcess ? lostInExcess : lostToWaiting)(gap);
      if (gap === null || lost === null)
        return `5 % of the runs lost ${duration(bound)} or more to waiting, and there have been too few runs since`;
      const who = lost === gap.excess.latestUs ? 'most of the latest runs lose' : '5 % of the runs lose';
      const what = isExcess || !hasPercentile(gap) ? 'waiting that no shared core explains' : 'waiting';
      return `${who} ${duration(lost)} or more to ${what} (bound ${duration(bound)})` + advice(observation);
    },
  },
  {
    sign: 'd-state',
    of: ({ dState, slots }) => (dState === null ? null : dState / slots),
    degraded: { enter: 2, leave: 1 },
    unhealthy: { enter: 8, leave: 4 },
    holdMs: 4000,
    say: (_, bound, { dState, slots }) =>
      `${tasks(dState)} stuck in the kernel (state D) for ${slotsOf(slots)} (bound ${String(bound)} each)`,
  },
  {
    sign: 'stuck',
    of: stuckShare,
    degraded: { enter: 0.5, leave: 0.25 },
    unhealthy: { enter: 1, leave: 0.5 },
    holdMs: 4000,
    say: (_, __, { dState, lasting, load1, slots }) =>
      `${dState === 1 ? '1 task hangs' : `${String(dState ?? 0)} tasks hang`} in the kernel (state D), ${String(lasting ?? 0)} of them for at least 3 s, at a load of ${(load1 ?? 0).toFixed(1)} for ${slotsOf(slots)}`,
  },
  {
    sign: 'throttled',
    of: ({ throttledShare }) => throttledShare,
    degraded: { enter: 0.02, leave: 0.01 },
    unhealthy: { enter: 0.25, leave: 0.1 },
    holdMs: 4000,
    say: (value, bound) =>
      `a CPU quota stops this host in ${percent(value)} of its periods (bound ${percent(bound)})`,
  },
  {
    sign: 'steal',
    of: ({ stealRatio }) => stealRatio,
    degraded: { enter: 0.05, leave: 0.02 },
    unhealthy: { enter: 0.3, leave: 0.15 },
    holdMs: 8000,
    say: (value, bound) =>
      `the hypervisor gives ${percent(value)} of the CPU time to other machines (bound ${percent(bound)})`,
  },
  {
    sign: 'load',
    of: ({ load1, slots }) => (load1 === null ? null : load1 / slots),
    degraded: { enter: 2, leave: 1.5 },
    unhealthy: null,
    holdMs: 4000,
    say: (_, bound, { load1, slots }) =>
      `load ${(load1 ?? 0).toFixed(1)} for ${slotsOf(slots)} (bound ${String(bound)} each)`,
  },
  {
    sign: 'temperature',
    of: ({ temperatureC }) => temperatureC,
    degraded: { enter: 90, leave: 85 },
    unhealthy: null,
    holdMs: 8000,
    say: (value, bound) =>
      `the processor temperature is ${String(Math.round(value))} °C (bound ${String(bound)})`,
  },
];
