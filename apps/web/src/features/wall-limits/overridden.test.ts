import type { EffectiveWallLimit, WallLimitRulesAnswer } from '@sandglass/contracts';
import { wallLimit } from '@sandglass/domain';
import { expect, it } from 'vitest';
import { overridden } from './overridden.ts';

const second = 1_000_000;
const none: WallLimitRulesAnswer = {
  default: { factor: 2, marginUs: 2 * second },
  global: null,
  contests: [],
  problems: [],
  languages: [],
};
const problems = ['a', 'b', 'c'];
const languages = ['c', 'java'];

function limits(rules: WallLimitRulesAnswer): EffectiveWallLimit[] {
  const ruleOf = (all: WallLimitRulesAnswer['problems'], id: string) =>
    all.find((one) => one.id === id)?.rule ?? null;
  return problems.flatMap((problemId) =>
    languages.map((language) => ({
      label: problemId.toUpperCase(),
      problemId,
      language,
      cpuUs: second,
      ...wallLimit(second, {
        global: rules.global,
        contest: ruleOf(rules.contests, 'main'),
        problem: ruleOf(rules.problems, problemId),
        language: ruleOf(rules.languages, language),
      }),
    })),
  );
}

const fixed = { fixedUs: 9 * second };
const contest = { contests: [{ id: 'main', rule: { marginUs: 7 * second } }] };

function notReached(rules: Partial<WallLimitRulesAnswer>): string | null {
  const set = { ...none, ...rules };
  return overridden(
    { level: 'contest', id: undefined },
    set,
    'main',
    limits(set),
    limits({ ...set, ...contest }),
  );
}

it('a rule of a contest reaches everything that has no rule of its own', () => {
  expect(notReached({})).toBeNull();
});

it('a language with a rule of its own is named, not every problem that may be solved in it', () => {
  expect(notReached({ languages: [{ id: 'java', rule: fixed }] })).toBe('java');
});

it('a problem is named where none of its limits changes', () => {
  expect(notReached({ problems: [{ id: 'b', rule: fixed }] })).toBe('B');
  expect(notReached({ problems: [{ id: 'b', rule: fixed }], languages: [{ id: 'java', rule: fixed }] })).toBe(
    'B and java',
  );
  expect(notReached({ problems: problems.map((id) => ({ id, rule: fixed })) })).toBe('A, B, and C');
});

it('a rule that says nothing of the margin overrides no other', () => {
  expect(notReached({ problems: [{ id: 'b', rule: { factor: 2 } }] })).toBeNull();
});

it('a problem is named with the language where only that one keeps its limit', () => {
  const rules = {
    ...none,
    problems: [{ id: 'a', rule: fixed }],
    languages: [{ id: 'java', rule: { factor: 4 } }],
  };
  const after = limits({ ...rules, ...contest });
  // A’s Java limit: 4 × 1 s + 2 s of the default becomes 4 × 1 s + 7 s, its C limit stays 9 s.
  expect(overridden({ level: 'contest', id: undefined }, rules, 'main', limits(rules), after)).toBe('A in c');
});

it('a limit that comes out the same by chance is not laid to a rule', () => {
  const same = limits(none);
  expect(overridden({ level: 'contest', id: undefined }, none, 'main', same, same)).toBeNull();
});
