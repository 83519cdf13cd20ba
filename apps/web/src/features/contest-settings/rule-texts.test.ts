import { defaultContestRules, type ContestRules } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { readRuleTexts, ruleTextsOf, type RuleTexts } from './rule-texts.ts';

const lists = {
  submissionRate: [
    { count: 3, seconds: 60 },
    { count: 100, seconds: 'contest' },
  ],
  languages: ['c', 'python3'],
  timeFactors: { java: 1.5 },
  remap: { OLE: 'RTE', NO: 'WA' },
  resultPriority: ['RTE', 'TLE'],
  judgingOf: { sum: 'full' },
} satisfies Partial<ContestRules>;

describe('rules that are typed', () => {
  it.each<[string, Partial<ContestRules>]>([
    ['lists', lists],
    ['no bound of submissions', { submissionRate: [] }],
    ['those of ICPC', {}],
  ])('are read as they are written: %s', (_what, rules) => {
    const all = { ...defaultContestRules, ...rules };
    const { rules: read, errors } = readRuleTexts(ruleTextsOf(all));
    expect(errors).toEqual({});
    expect({ ...all, ...read }).toEqual(all);
  });

  it.each<Partial<RuleTexts>>([
    { submissionRate: '3' },
    { submissionRate: '3/60/2' },
    { submissionRate: '0/60' },
    { timeFactors: 'java' },
    { timeFactors: 'java=fast' },
    { timeFactors: 'java=1, java=2' },
    { remap: 'AC=WA' },
    { resultPriority: 'WA, WA' },
    { judgingOf: 'sum=half' },
  ])('%j says what would be right', (texts) => {
    const { rules, errors } = readRuleTexts(texts);
    expect([rules, Object.keys(errors)]).toEqual([{}, Object.keys(texts)]);
  });

  it('may be written in small letters and with spaces or commas', () => {
    expect(readRuleTexts({ remap: 'ole=rte  no=wa' }).rules).toEqual({ remap: { OLE: 'RTE', NO: 'WA' } });
  });
});
