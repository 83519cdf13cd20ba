import { defaultContestRules, type ContestRules } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { rulesInWords } from './rules-in-words.ts';

const words = (rules: Partial<ContestRules> = {}, chargeCompileErrors = false): string =>
  rulesInWords({
    penaltyMinutes: 20,
    chargeCompileErrors,
    rules: { ...defaultContestRules, ...rules },
    languageName: (id) => (id === 'python3' ? 'Python 3' : id),
  }).join('\n');

describe('rules in words', () => {
  it('of ICPC are three sentences', () => {
    expect(words()).toBe(
      'A solved problem costs its minutes from the start, plus 20 minutes for each rejected try before it.\n' +
        'Compile errors cost nothing.\n' +
        'Of teams with equal problems and penalty, the one with the earlier last solve is first, in whole minutes.',
    );
  });

  it.each<[Partial<ContestRules>, string]>([
    [{ penaltyUnit: 'seconds' }, 'costs its seconds from the start'],
    [{ tieBreak: 'none' }, 'share a rank'],
    [{ tieBreak: 'run-time' }, 'used less CPU time'],
    [{ submissionRate: [{ count: 1, seconds: 90 }] }, 'A team may make 1 submission within 90 seconds.'],
    [{ submissionRate: [{ count: 5, seconds: 600 }] }, 'A team may make 5 submissions within 10 minutes.'],
    [{ submissionRate: [{ count: 50, seconds: 'contest' }] }, '50 submissions in the whole contest'],
    [{ lateSubmissions: 'too-late' }, 'their verdicts are not shown'],
    [{ remap: { OLE: 'RTE' } }, 'Output limit exceeded is shown as Run-time error.'],
    [{ timeFactors: { python3: 2 } }, 'Time limits are multiplied by 2 for Python 3.'],
    [{ compileOutput: 'never' }, 'What the compiler says is not shown.'],
    [{ sampleOutputs: true }, 'what your program wrote for the samples'],
  ])('with %j say so', (rules, sentence) => {
    expect(words(rules)).toContain(sentence);
    expect(words()).not.toContain(sentence);
  });

  it('say nothing of the factor of a language that is not allowed, or of factor 1', () => {
    expect(words({ languages: ['c'], timeFactors: { python3: 2, c: 1 } })).not.toContain('multiplied');
  });

  it('say when compile errors count', () => {
    expect(words({}, true)).toContain('Compile errors count as rejected tries.');
  });
});
