import type { Verdict } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { secretTests, testSummary } from './test-summary.ts';

function of(total: number, verdict: Verdict | 'running' | null, ...verdicts: (Verdict | null)[]) {
  return {
    tests: verdicts.map((one) => ({ verdict: one })),
    total,
    running: verdict === 'running',
    verdict: verdict === 'running' ? null : verdict,
  };
}

describe('the line under the tests', () => {
  it('counts what passed, and what the judging never came to', () => {
    expect(testSummary(of(2, 'AC', 'AC', 'AC'))).toBe('2 of 2 tests passed.');
    expect(testSummary(of(3, 'WA', 'AC', 'WA', null))).toBe('1 of 3 tests passed; 1 not run.');
    expect(testSummary(of(3, 'running', 'AC', null, null))).toBe('1 of 3 tests passed.');
    expect(testSummary(of(2, 'running', null, null))).toBe('2 tests, none run yet.');
  });

  it('says of an accepted judging that every test passed', () => {
    expect(testSummary(of(162, 'AC', 'AC', 'AC'))).toBe('All 162 tests passed.');
    expect(testSummary(of(3, 'AC'))).toBe('All 3 tests passed.');
  });

  it('says that a secret test failed where no sample did, and never which one', () => {
    expect(testSummary(of(162, 'TLE', 'AC', 'AC'))).toBe(
      '2 of 2 samples passed; one of the 160 secret tests failed; which one is not shown.',
    );
    expect(testSummary(of(4, 'WA', 'AC', 'WA', null))).toBe('1 of 3 samples passed; 1 not run.');
    expect(testSummary(of(3, 'WA'))).toBe('One of the 3 tests failed; which one is not shown.');
  });

  it('speaks of one secret test as of one', () => {
    expect(testSummary(of(3, 'WA', 'AC', 'AC'))).toBe('2 of 2 samples passed; the secret test failed.');
    expect(testSummary({ ...of(3, null, 'AC', 'AC'), running: true })).toBe(
      '2 of 2 samples passed; the secret test is running.',
    );
  });

  it('says while a judging runs when the samples are done', () => {
    expect(testSummary(of(162, 'running', 'AC', null))).toBe('1 of 2 samples passed.');
    expect(testSummary(of(162, 'running', 'AC', 'AC'))).toBe(
      '2 of 2 samples passed; the 160 secret tests are running.',
    );
    // Our judging failed: nothing is run, and no test has failed.
    expect(secretTests(of(162, null, 'AC', 'AC'))).toBe('unknown');
    expect(testSummary(of(162, null, 'AC', 'AC'))).toBe('2 of 2 samples passed.');
  });
});
