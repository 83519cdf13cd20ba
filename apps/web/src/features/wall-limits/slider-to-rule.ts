import type { EffectiveWallLimit, WallLimitRuleBody } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';

/** What the slider moves: the wall limit at one CPU limit, µs. */
export interface SliderScale {
  readonly cpuUs: number;
  /** In force there. */
  readonly factor: number;
}

/**
 * The rule that gives a wall limit at the scale's CPU limit. The factor in force is kept and the room changes; only
 * where the room would have to be negative does the factor give way.
 * @param stored the place's own rule, which the new one takes the place of: its factor has to be said again
 */
export function ruleFor(
  wallUs: number,
  { cpuUs, factor }: SliderScale,
  stored: WallLimitRuleBody | null,
): WallLimitRuleBody {
  const marginUs = Math.round(wallUs - factor * cpuUs);
  if (marginUs < 0) return { factor: Math.max(1, Number((wallUs / cpuUs).toFixed(3))), marginUs: 0 };
  return stored?.factor === undefined ? { marginUs } : { factor: stored.factor, marginUs };
}

/** What a jury would say: tenths below 3 s, halves below 10 s, then whole seconds. */
function stepAt(us: number): number {
  return us < 3_000_000 ? 100_000 : us < 10_000_000 ? 500_000 : 1_000_000;
}

export function roundLimit(us: number): number {
  return Math.round(us / stepAt(us)) * stepAt(us);
}

/** The next one up or down: a step of the slider itself may be too small to get away from a round one. */
export function nextLimit(us: number, direction: 1 | -1): number {
  const step = stepAt(direction === 1 ? us : us - 1);
  return direction === 1 ? (Math.floor(us / step) + 1) * step : (Math.ceil(us / step) - 1) * step;
}

export interface Cut {
  readonly wallUs: number;
  /** Problems and languages that have this limit. */
  readonly labels: readonly string[];
}

/** The distinct limits of a place, smallest first; with what has them where there are several. */
export function cutsOf(limits: readonly EffectiveWallLimit[]): Cut[] {
  const byLimit = groupBy(limits, ({ wallUs }) => wallUs);
  return [...byLimit]
    .map(([wallUs, all]) => ({ wallUs, labels: [...new Set(all.map(({ label }) => label))].sort() }))
    .toSorted((a, b) => a.wallUs - b.wallUs);
}
