import type { EffectiveWallLimit, WallLimitRulesAnswer } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { storedRule } from './limit-scale.ts';
import type { Level, Place } from './wall-limit-queries.ts';

const levels: readonly Level[] = ['global', 'contest', 'problem', 'language'];

/**
 * What a rule at a place does not reach, because a more special one is above it: "A, B, java, and C in kotlin".
 * A problem is named where none of its limits changes, a language where none changes in it. Null: it reaches all.
 */
export function overridden(
  place: Place,
  rules: WallLimitRulesAnswer,
  contestId: string,
  before: readonly EffectiveWallLimit[],
  after: readonly EffectiveWallLimit[],
): string | null {
  const then = new Map(after.map((limit) => [keyOf(limit), limit.wallUs]));
  const above = levels.slice(levels.indexOf(place.level) + 1);
  const hasRule = (level: Level, id?: string): boolean =>
    above.includes(level) && storedRule(rules, contestId, { level, id }) !== null;
  const kept = new Set(
    before.filter(
      (limit) =>
        then.get(keyOf(limit)) === limit.wallUs &&
        (hasRule('contest') || hasRule('problem', limit.problemId) || hasRule('language', limit.language)),
    ),
  );
  if (kept.size === 0) return null;
  const wholly = (nameOf: (limit: EffectiveWallLimit) => string): Set<string> => {
    const names = groupBy(before, nameOf);
    return new Set(
      [...names].filter(([, all]) => all.every((limit) => kept.has(limit))).map(([name]) => name),
    );
  };
  const problems = wholly(({ label }) => label);
  const languages = wholly(({ language }) => language);
  const rest = [...kept].filter(({ label, language }) => !problems.has(label) && !languages.has(language));
  const alone = groupBy(rest, ({ language }) => language);
  return new Intl.ListFormat('en').format([
    ...sorted(problems),
    // Where every problem is named, so is every language.
    ...(problems.size === new Set(before.map(({ label }) => label)).size ? [] : sorted(languages)),
    ...[...alone].map(
      ([language, all]) => `${sorted(all.map(({ label }) => label)).join(', ')} in ${language}`,
    ),
  ]);
}

function keyOf({ problemId, language }: EffectiveWallLimit): string {
  return `${problemId} ${language}`;
}

function sorted(names: Iterable<string>): string[] {
  return [...names].sort((a, b) => a.localeCompare(b));
}
