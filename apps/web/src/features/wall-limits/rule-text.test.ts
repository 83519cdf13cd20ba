import type { EffectiveWallLimit, WallLimitRulesAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { type LimitsOfContest, inForceText, placeText, ruleText } from './rule-text.ts';

const s = 1_000_000;
const limit = (label: string, cpuUs: number, wallUs: number): EffectiveWallLimit => ({
  label,
  problemId: `id-${label}`,
  language: 'c',
  cpuUs,
  wallUs,
  explanation: '',
});
const noRules: WallLimitRulesAnswer = {
  default: { factor: 2, marginUs: 2 * s },
  global: null,
  contests: [],
  problems: [],
  languages: [],
};
const of = (change: Partial<LimitsOfContest> = {}): LimitsOfContest => ({
  contestId: 'main',
  rules: noRules,
  limits: [limit('A', 2 * s, 6 * s), limit('B', s, 4 * s)],
  ...change,
});
const problemA = { level: 'problem', id: 'id-A' } as const;
const rule = { factor: 1.5, marginUs: 0 };
const withRule = of({
  rules: {
    ...noRules,
    problems: [{ id: 'id-A', rule: { ...rule, updatedAt: '', updatedBy: null } }],
  } as never,
  limits: [limit('A', 2 * s, 3 * s), limit('B', s, 4 * s)],
});

describe('a wall limit in words', () => {
  it('is the seconds that were chosen, then how they are made', () => {
    expect(ruleText(rule, problemA, of())).toBe('3 s (1.5 × CPU limit)');
    expect(ruleText({ marginUs: s }, problemA, of())).toBe('5 s (2 × CPU limit + 1 s)');
    expect(ruleText({ marginUs: 500_000 }, { level: 'contest' } as never, of())).toBe(
      '4.5 s at a CPU limit of 2 s (2 × CPU limit + 500 ms)',
    );
    expect(ruleText({ fixedUs: 10 * s }, problemA, of())).toBe('10 s');
    expect(ruleText({ factor: 3 }, problemA, of())).toBe('3 × CPU limit');
    expect(ruleText(null, problemA, of())).toBe('no rule');
  });

  it('says where the limit in force comes from, and who set it', () => {
    const entry = { at: '', action: 'wall-limit.put', target: 'problem id-A', before: null, after: rule };
    const others = [
      { ...entry, actor: 'chief', target: 'contest main' },
      { ...entry, actor: 'chief', after: null },
    ];
    expect(inForceText(problemA, withRule, [...others, { ...entry, actor: 'jury' }])).toBe(
      '3 s, set for problem A by jury',
    );
    expect(inForceText(problemA, withRule, undefined)).toBe('3 s, set for problem A');
    expect(inForceText(problemA, of(), [])).toBe('6 s, the default: 2 × CPU limit + 2 s');
  });

  it('names problems by their letters', () => {
    expect(placeText(problemA, of())).toBe('problem A');
    expect(placeText({ level: 'problem', id: 'gone' } as never, of())).toBe('problem gone');
    expect(placeText({ level: 'global' } as never, of())).toBe('everything');
  });
});
