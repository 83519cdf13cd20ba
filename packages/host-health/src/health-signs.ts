/**
 * The signs by which a host knows that something is wrong with it, each with its bounds.
 *
 * Two bounds per level, one to enter it and a lower one to leave it, so that a figure that trembles about a bound does
 * not make the state tremble. Only what speaks of the runs themselves makes a host sick: its own calibration program, the
 * contestants' gaps, tasks that are stuck in the kernel, a quota. The others (load, heat, governor) are reasons to look.
 */
import type { HealthSign } from '@sandglass/contracts';

/** What a host sees of itself at one moment; null: not known, which says nothing. */
export interface HealthObservation {
  readonly atMs: number;
  readonly slots: number;
  /** Medians of the calibration program's latest runs; `evidenceMs`: age of the oldest of them. */
  readonly sentinel: {
    readonly cpuDrift: number;
    readonly wallDrift: number;
    readonly evidenceMs: number;
  } | null;
  readonly gap: { readonly runs: number; readonly p95Us: number; readonly evidenceMs: number } | null;
  /** Tasks in uninterruptible sleep, of the whole host, but for those that wait on purpose. */
  readonly dState: number | null;
  /** Of them, those whose wait has lasted for seconds. */
  readonly lasting: number | null;
  readonly load1: number | null;
  /** Share of a CPU quota's periods in which it stopped us. */
  readonly throttledShare: number | null;
  readonly stealRatio: number | null;
  readonly temperatureC: number | null;
  readonly governors: readonly string[];
}

interface Bound {
  readonly enter: number;
  readonly leave: number;
}

export interface HealthRule {
  readonly sign: HealthSign;
  readonly of: (observation: HealthObservation) => number | null;
  readonly strained: Bound;
  /** Null: this sign alone is no reason to distrust verdicts. */
  readonly sick: Bound | null;
  /** How long the bound must have been reached before it counts, ms: for figures that are no medians of their own. */
  readonly holdMs: number;
  /** Age of the evidence, ms: the state began when it began. */
  readonly evidenceMs?: (observation: HealthObservation) => number;
  readonly say: (value: number, bound: number, observation: HealthObservation) => string;
}

const percent = (ratio: number): string => `${String(Math.round(ratio * 100))} %`;
const ms = (us: number): string => `${String(Math.round(us / 1000))} ms`;
/** Fewer runs than this have no 95th percentile worth the name. */
const gapRunsAtLeast = 20;

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

export const healthRules: readonly HealthRule[] = [
  {
    sign: 'sentinel-cpu',
    of: ({ sentinel }) => sentinel?.cpuDrift ?? null,
    strained: { enter: 0.15, leave: 0.1 },
    sick: { enter: 0.4, leave: 0.25 },
    holdMs: 0,
    evidenceMs: ({ sentinel }) => sentinel?.evidenceMs ?? 0,
    say: (value, bound) =>
      `the calibration program needs ${percent(value)} more CPU time than when this host was calm (bound ${percent(bound)})`,
  },
  {
    sign: 'sentinel-wall',
    of: ({ sentinel }) => sentinel?.wallDrift ?? null,
    strained: { enter: 0.3, leave: 0.15 },
    sick: { enter: 1, leave: 0.5 },
    holdMs: 0,
    evidenceMs: ({ sentinel }) => sentinel?.evidenceMs ?? 0,
    say: (value, bound) =>
      `the calibration program waits ${percent(value)} of its CPU time for a core (bound ${percent(bound)})`,
  },
  {
    sign: 'gap',
    of: ({ gap }) => (gap === null || gap.runs < gapRunsAtLeast ? null : gap.p95Us),
    strained: { enter: 50_000, leave: 25_000 },
    sick: { enter: 500_000, leave: 250_000 },
    holdMs: 0,
    evidenceMs: ({ gap }) => gap?.evidenceMs ?? 0,
    say: (value, bound) => `one run in twenty loses ${ms(value)} or more to waiting (bound ${ms(bound)})`,
  },
  {
    sign: 'd-state',
    of: ({ dState, slots }) => (dState === null ? null : dState / slots),
    strained: { enter: 2, leave: 1 },
    sick: { enter: 8, leave: 4 },
    holdMs: 4000,
    say: (_, bound, { dState, slots }) =>
      `${String(dState ?? 0)} tasks are stuck in the kernel (state D) for ${String(slots)} slots (bound ${String(bound)} each)`,
  },
  {
    sign: 'stuck',
    of: stuckShare,
    strained: { enter: 0.5, leave: 0.25 },
    sick: { enter: 1, leave: 0.5 },
    holdMs: 4000,
    say: (_, __, { dState, lasting, load1, slots }) =>
      `${String(dState ?? 0)} tasks hang in the kernel (state D), ${String(lasting ?? 0)} of them for 3 s and longer, at a load of ${(load1 ?? 0).toFixed(1)} for ${String(slots)} slots`,
  },
  {
    sign: 'throttled',
    of: ({ throttledShare }) => throttledShare,
    strained: { enter: 0.02, leave: 0.01 },
    sick: { enter: 0.25, leave: 0.1 },
    holdMs: 4000,
    say: (value, bound) =>
      `a CPU quota stops this host in ${percent(value)} of its periods (bound ${percent(bound)})`,
  },
  {
    sign: 'steal',
    of: ({ stealRatio }) => stealRatio,
    strained: { enter: 0.05, leave: 0.02 },
    sick: { enter: 0.3, leave: 0.15 },
    holdMs: 8000,
    say: (value, bound) =>
      `the hypervisor takes ${percent(value)} of the time for others (bound ${percent(bound)})`,
  },
  {
    sign: 'load',
    of: ({ load1, slots }) => (load1 === null ? null : load1 / slots),
    strained: { enter: 2, leave: 1.5 },
    sick: null,
    holdMs: 4000,
    say: (_, bound, { load1, slots }) =>
      `load ${(load1 ?? 0).toFixed(1)} for ${String(slots)} slots (bound ${String(bound)} each)`,
  },
  {
    sign: 'temperature',
    of: ({ temperatureC }) => temperatureC,
    strained: { enter: 90, leave: 85 },
    sick: null,
    holdMs: 8000,
    say: (value, bound) => `the processor has ${String(Math.round(value))} °C (bound ${String(bound)})`,
  },
  {
    sign: 'governor',
    of: ({ governors }) => (governors.some((one) => one === 'powersave') ? 1 : 0),
    strained: { enter: 1, leave: 0.5 },
    sick: null,
    holdMs: 0,
    say: () => 'the frequency governor "powersave" keeps the processor slow',
  },
];
