/** Rules that are lists, as they are typed in a form: "3/60, 100/contest", "java=1.5, python3=3". */
import { changeContestRulesSchema, type ChangeContestRules, type ContestRules } from '@sandglass/contracts';

export type RuleTexts = Record<
  'submissionRate' | 'languages' | 'timeFactors' | 'remap' | 'resultPriority' | 'judgingOf',
  string
>;

export function ruleTextsOf(rules: ContestRules): RuleTexts {
  const { submissionRate, languages, timeFactors, remap, resultPriority, judgingOf } = rules;
  return {
    submissionRate:
      submissionRate === null
        ? ''
        : submissionRate.length === 0
          ? 'any'
          : submissionRate.map(({ count, seconds }) => `${count}/${seconds}`).join(', '),
    languages: (languages ?? []).join(', '),
    timeFactors: pairsText(timeFactors),
    remap: pairsText(remap),
    resultPriority: resultPriority.join(', '),
    judgingOf: pairsText(judgingOf),
  };
}

export interface ReadRules {
  /** Of the texts that can be read. */
  readonly rules: ChangeContestRules;
  readonly errors: Partial<RuleTexts>;
}

/** @param texts those that were changed */
export function readRuleTexts(texts: Partial<RuleTexts>): ReadRules {
  const rules: Record<string, unknown> = {};
  const errors: Partial<RuleTexts> = {};
  for (const [name, read] of Object.entries(readers) as [keyof RuleTexts, (text: string) => unknown][]) {
    const text = texts[name];
    if (text === undefined) continue;
    const parsed = changeContestRulesSchema.safeParse({ [name]: read(text.trim()) });
    if (parsed.success) rules[name] = parsed.data[name];
    else errors[name] = `must be like ${examples[name]}`;
  }
  return { rules, errors };
}

const examples: RuleTexts = {
  submissionRate: '“3/60, 100/contest”',
  languages: '“c, cpp, python3”',
  timeFactors: '“java=1.5, python3=3”, from 0.1 to 100',
  remap: '“OLE=RTE, NO=WA”, of verdicts that are not accepted',
  resultPriority: '“RTE, TLE, WA”, each once',
  judgingOf: '“sum=full”, with full or lazy',
};

const readers: Readonly<Record<keyof RuleTexts, (text: string) => unknown>> = {
  submissionRate: (text) => {
    if (text === '') return null;
    if (text === 'any') return [];
    return words(text).map((word) => {
      const [count, seconds, ...more] = word.split('/');
      if (more.length > 0) return null;
      return { count: Number(count), seconds: seconds === 'contest' ? seconds : Number(seconds) };
    });
  },
  languages: (text) => (text === '' ? null : words(text)),
  timeFactors: (text) => pairs(text, Number),
  remap: (text) => pairs(text.toUpperCase(), String),
  resultPriority: (text) => words(text.toUpperCase()),
  judgingOf: (text) => pairs(text, String),
};

function words(text: string): string[] {
  return text
    .split(/[\s,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Null where a word is no pair, or two have one name. */
function pairs<Value>(text: string, valueOf: (text: string) => Value): Record<string, Value> | null {
  const result: Record<string, Value> = {};
  for (const word of words(text)) {
    const [name, value, ...more] = word.split('=');
    if (name === undefined || value === undefined || value === '' || more.length > 0 || name in result)
      return null;
    result[name] = valueOf(value);
  }
  return result;
}

function pairsText(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
}
