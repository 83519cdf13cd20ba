import type { Verdict } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { testSummary } from './test-summary.ts';

const of = (...verdicts: (Verdict | null)[]) => verdicts.map((verdict) => ({ verdict }));

describe('the line under the tests', () => {
  it('counts what passed, and what the judging never came to', () => {
    expect(testSummary(of('AC', 'AC'), 2, false)).toBe('2 of 2 tests passed');
    expect(testSummary(of('AC', 'WA', null), 3, false)).toBe('1 of 3 tests passed; 1 not run');
    expect(testSummary(of('AC', null, null), 3, true)).toBe('1 of 3 tests passed');
    expect(testSummary(of(null, null), 2, true)).toBe('2 tests, none run yet');
  });

  it('calls a test that a team may not see neither passed nor not run', () => {
    expect(testSummary(of('AC'), 22, false)).toBe(
      '1 of 1 sample passed; how the other 21 tests went is not shown',
    );
    expect(testSummary(of('AC', 'WA', null), 4, false)).toBe(
      '1 of 3 samples passed; 1 not run; how the other 1 test went is not shown',
    );
    expect(testSummary(of(), 3, false)).toBe('3 tests: how each of them went is not shown');
  });
});
