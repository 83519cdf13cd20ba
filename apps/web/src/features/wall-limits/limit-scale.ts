import type { EffectiveWallLimit, WallLimitRuleBody, WallLimitRulesAnswer } from '@sandglass/contracts';
import { wallLimit, groupBy } from '@sandglass/domain';
import type { Place } from './wall-limit-queries.ts';

/** The value of the slider at a place. */
export interface LimitScale {
  readonly cpuUs: number;
  readonly wallUs: number;
  readonly factor: number;
  readonly explanation: string;
}

export function limitsAt(limits: readonly EffectiveWallLimit[], { level, id }: Place): EffectiveWallLimit[] {
  return limits.filter(
    (limit) =>
      (level !== 'problem' || limit.problemId === id) && (level !== 'language' || limit.language === id),
  );
}

/** Null: the place has no rule of its own. */
export function storedRule(
  rules: WallLimitRulesAnswer,
  contestId: string,
  { level, id }: Place,
): WallLimitRuleBody | null {
  if (level === 'global') return rules.global;
  const found =
    level === 'contest'
      ? rules.contests.find((one) => one.id === contestId)
      : (level === 'problem' ? rules.problems : rules.languages).find((one) => one.id === id);
  return found?.rule ?? null;
}

/** The CPU limit that most of a place have, the wall limit there and the factor it is made with. */
export function scaleOf(
  own: readonly EffectiveWallLimit[],
  rules: WallLimitRulesAnswer,
  contestId: string,
  place: Place,
): LimitScale {
  const byLimits = [...groupBy(own, ({ cpuUs, wallUs }) => `${cpuUs} ${wallUs}`).values()];
  const usual = byLimits.toSorted((a, b) => b.length - a.length)[0]?.[0];
  const cpuUs = usual?.cpuUs ?? 1_000_000;
  const ruleOf = (level: Place['level'], id?: string): WallLimitRuleBody | null =>
    storedRule(rules, contestId, { level, id });
  // At factor × 1 s, without room: what the levels up to this one make of the factor.
  const factorOnly = (rule: WallLimitRuleBody | null) =>
    rule?.factor === undefined ? null : { factor: rule.factor };
  const { wallUs: perSecond } = wallLimit(1_000_000, {
    global: { marginUs: 0, ...factorOnly(ruleOf('global')) },
    contest: place.level === 'global' ? null : factorOnly(ruleOf('contest')),
    problem:
      place.level === 'problem' || place.level === 'language'
        ? factorOnly(ruleOf('problem', usual?.problemId))
        : null,
    language: place.level === 'language' ? factorOnly(ruleOf('language', place.id)) : null,
  });
  return {
    cpuUs,
    wallUs: usual?.wallUs ?? cpuUs,
    factor: perSecond / 1_000_000,
    explanation: usual?.explanation ?? '',
  };
}
