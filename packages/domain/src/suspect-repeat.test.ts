import type { Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxSuspectAttempts, testToRepeat, type AttemptedTest } from './suspect-repeat.ts';

const test = (ordinal: number, verdict: Verdict, suspect = false, attempt = 1): AttemptedTest => ({
  ordinal,
  verdict,
  suspect,
  attempt,
});

describe('a suspect run', () => {
  it('is repeated when it would decide', () => {
    expect(testToRepeat([test(0, 'AC'), test(1, 'WTL', true)])).toBe(1);
    expect(testToRepeat([test(3, 'WTL', true), test(1, 'WTL', true)])).toBe(1);
  });

  it('is not repeated when an earlier test has failed honestly', () => {
    expect(testToRepeat([test(1, 'WA'), test(2, 'WTL', true)])).toBeNull();
  });

  it('is repeated twice at most', () => {
    expect(testToRepeat([test(1, 'WTL', true, 2)])).toBe(1);
    expect(testToRepeat([test(1, 'WTL', true, 3)])).toBeNull();
  });

  it('that slept of its own will, which is no suspect, is not repeated', () => {
    expect(testToRepeat([test(0, 'AC'), test(1, 'WTL')])).toBeNull();
  });

  it('ends with any result of its repeats', () => {
    const again = fc.array(fc.constantFrom<Verdict>('AC', 'WTL', 'WA'), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(again, fc.nat(4), (verdicts, last) => {
        let tests = Array.from({ length: last + 1 }, (_, ordinal) => test(ordinal, 'WTL', true));
        let repeats = 0;
        for (let next = testToRepeat(tests); next !== null; next = testToRepeat(tests)) {
          const verdict = verdicts[repeats] ?? 'WTL';
          tests = tests.map((one) =>
            one.ordinal === next ? test(next, verdict, verdict === 'WTL', one.attempt + 1) : one,
          );
          repeats += 1;
        }
        expect(repeats).toBeLessThanOrEqual((last + 1) * (maxSuspectAttempts - 1));
      }),
    );
  });
});
