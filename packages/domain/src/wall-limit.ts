/**
 * The wall-clock limit of a run, apart from its CPU limit.
 *
 * Default: 2 × the CPU limit + 2 s. The factor leaves room for a program that shares its
 * core for a while; the constant for what does not grow with the limit (page cache misses
 * on first touch, a stall of the host). A program that sleeps is still stopped soon.
 * The jury may change it for everything, a contest, a problem, a language or one rejudging, and a problem's package may
 * name one (of a problem that waits by its nature), to which the jury's word on the problem is the more special;
 * the more special level wins, value by value.
 */
import { formatUs } from './units.ts';

/** Levels from the most general to the most special: the later one wins. */
export const wallLimitLevels = [
  'default',
  'global',
  'contest',
  'package',
  'problem',
  'language',
  'rejudging',
] as const;
export type WallLimitLevel = (typeof wallLimitLevels)[number];

/** What one level says; what it leaves out is taken from the level before. */
export interface WallLimitRule {
  readonly factor?: number | undefined;
  readonly marginUs?: number | undefined;
  /** A limit as such, for any CPU limit; a later level's factor or margin replaces it. */
  readonly fixedUs?: number | undefined;
}

export const defaultWallLimitRule = { factor: 2, marginUs: 2_000_000 } as const satisfies WallLimitRule;

export type WallLimitRules = Partial<Record<Exclude<WallLimitLevel, 'default'>, WallLimitRule | null>>;

export interface WallLimit {
  readonly wallUs: number;
  /** "2 × 1 s + 2 s = 4 s (factor: default, margin: contest)". */
  readonly explanation: string;
}

/**
 * @param cpuUs effective CPU limit of the run, µs
 * @throws RangeError naming the level and value that is not a positive finite number
 */
export function wallLimit(cpuUs: number, rules: WallLimitRules = {}): WallLimit {
  let factor: number = defaultWallLimitRule.factor;
  let marginUs: number = defaultWallLimitRule.marginUs;
  let fixedUs: number | null = null;
  const from = { factor: 'default', margin: 'default', fixed: 'default' };
  for (const level of wallLimitLevels) {
    const rule = level === 'default' ? null : rules[level];
    if (rule === null || rule === undefined) continue;
    checkRule(level, rule);
    if (rule.factor !== undefined) [factor, from.factor, fixedUs] = [rule.factor, level, null];
    if (rule.marginUs !== undefined) [marginUs, from.margin, fixedUs] = [rule.marginUs, level, null];
    if (rule.fixedUs !== undefined) [fixedUs, from.fixed] = [rule.fixedUs, level];
  }
  const wanted = fixedUs ?? Math.round(factor * cpuUs + marginUs);
  // Below the CPU limit no program could ever get TLE: it would always be WTL first.
  const wallUs = Math.max(wanted, cpuUs);
  const raised = wallUs > wanted ? ', raised to the CPU limit' : '';
  const explanation =
    fixedUs === null
      ? `${factor} × ${formatUs(cpuUs)} + ${formatUs(marginUs)} = ${formatUs(wallUs)}${raised} (factor: ${from.factor}, margin: ${from.margin})`
      : `${formatUs(wallUs)}${raised} (set for: ${from.fixed})`;
  return { wallUs, explanation };
}

function checkRule(level: WallLimitLevel, rule: WallLimitRule): void {
  const wrong = (name: string, value: number, least: string) =>
    new RangeError(`wall limit, ${level}: ${name} is ${value} and must be a number ${least}`);
  if (rule.factor !== undefined && !(Number.isFinite(rule.factor) && rule.factor > 0)) {
    throw wrong('factor', rule.factor, '> 0');
  }
  if (rule.marginUs !== undefined && !(Number.isFinite(rule.marginUs) && rule.marginUs >= 0)) {
    throw wrong('marginUs', rule.marginUs, '≥ 0');
  }
  if (rule.fixedUs !== undefined && !(Number.isFinite(rule.fixedUs) && rule.fixedUs > 0)) {
    throw wrong('fixedUs', rule.fixedUs, '> 0');
  }
}
