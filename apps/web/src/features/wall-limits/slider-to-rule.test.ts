import type { WallLimitRuleBody, WallLimitRulesAnswer } from '@sandglass/contracts';
import { defaultWallLimitRule, wallLimit } from '@sandglass/domain';
import { expect, it } from 'vitest';
import { scaleOf, storedRule } from './limit-scale.ts';
import { cutsOf, nextLimit, roundLimit, ruleFor } from './slider-to-rule.ts';

const second = 1_000_000;

it('the slider changes the room and keeps the factor', () => {
  expect(ruleFor(10 * second, { cpuUs: second, factor: 2 }, null)).toEqual({ marginUs: 8 * second });
});

it('below factor × CPU limit the factor gives way, never below the CPU limit', () => {
  expect(ruleFor(1.5 * second, { cpuUs: second, factor: 2 }, null)).toEqual({ factor: 1.5, marginUs: 0 });
  expect(ruleFor(0.5 * second, { cpuUs: second, factor: 2 }, null)).toEqual({ factor: 1, marginUs: 0 });
});

const someRules: readonly (WallLimitRuleBody | null)[] = [
  null,
  { factor: 3 },
  { marginUs: 5 * second },
  { factor: 1.5, marginUs: 0 },
  { fixedUs: 9 * second },
];
const levels = ['global', 'contest', 'problem', 'language'] as const;
const ids = { global: undefined, contest: undefined, problem: 'sum', language: 'c' };

/** Every way in which the levels up to one may have rules. */
function* ruleSets(
  depth: number,
): Generator<Partial<Record<(typeof levels)[number], WallLimitRuleBody | null>>> {
  const level = levels[depth];
  if (level === undefined) return;
  for (const rule of someRules) {
    if (depth === 0) yield { [level]: rule };
    else for (const before of ruleSets(depth - 1)) yield { ...before, [level]: rule };
  }
}

it.each(levels)('the limit in force after a %s rule is set is the one the slider was at', (level) => {
  const wrong: unknown[] = [];
  for (const rules of ruleSets(levels.indexOf(level))) {
    for (const cpuUs of [second / 2, 2 * second]) {
      const listed = (id: string, rule: WallLimitRuleBody | null | undefined) =>
        rule === null || rule === undefined ? [] : [{ id, rule }];
      const answer: WallLimitRulesAnswer = {
        default: { ...defaultWallLimitRule },
        global: rules.global ?? null,
        contests: listed('main', rules.contest),
        problems: listed('sum', rules.problem),
        languages: listed('c', rules.language),
      };
      const { wallUs } = wallLimit(cpuUs, rules);
      const own = [{ label: 'A', problemId: 'sum', language: 'c', cpuUs, wallUs, explanation: '' }];
      const place = { level, id: ids[level] };
      const scale = scaleOf(own, answer, 'main', place);
      for (const chosen of [2 * second, 3.5 * second, 10 * second]) {
        const rule = ruleFor(chosen, scale, storedRule(answer, 'main', place));
        const got = wallLimit(cpuUs, { ...rules, [level]: rule }).wallUs;
        if (got !== chosen) wrong.push({ rules, cpuUs, chosen, rule, got });
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('a limit is rounded to what a jury would say', () => {
  expect([1_234_000, 4_321_000, 12_345_678].map(roundLimit)).toEqual([1_200_000, 4_500_000, 12_000_000]);
});

it('an arrow key goes to the next round limit', () => {
  expect([2_900_000, 3_000_000, 4_000_000, 10_000_000].map((us) => nextLimit(us, 1))).toEqual([
    3_000_000, 3_500_000, 4_500_000, 11_000_000,
  ]);
  expect([3_000_000, 3_500_000, 10_000_000, 11_000_000].map((us) => nextLimit(us, -1))).toEqual([
    2_900_000, 3_000_000, 9_500_000, 10_000_000,
  ]);
});

it('limits that are the same are one cut', () => {
  const limit = (label: string, wallUs: number) => ({
    label,
    problemId: label,
    language: 'c',
    cpuUs: second,
    wallUs,
    explanation: '',
  });
  expect(cutsOf([limit('B', 4), limit('A', 4), limit('C', 2)])).toEqual([
    { wallUs: 2, labels: ['C'] },
    { wallUs: 4, labels: ['A', 'B'] },
  ]);
});
