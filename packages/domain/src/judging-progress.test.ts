import type { Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certainVerdict,
  decidingTest,
  isComplete,
  isNeeded,
  neededTests,
  recordResult,
  startProgress,
  type JudgingProgress,
} from './judging-progress.ts';
import { worstVerdict } from './verdict.ts';

function after(progress: JudgingProgress, ...results: [number, Verdict][]): JudgingProgress {
  return results.reduce((state, [ordinal, verdict]) => recordResult(state, ordinal, verdict), progress);
}

describe('a judging in ICPC order', () => {
  it('is accepted when every test is', () => {
    const progress = after(startProgress(2), [0, 'AC'], [1, 'AC']);
    expect(certainVerdict(progress)).toBe('AC');
    expect(isComplete(progress)).toBe(true);
    expect(decidingTest(progress)).toBeNull();
  });

  it('is decided by the first failing test, not by the first result that fails', () => {
    const late = after(startProgress(4), [2, 'TLE']);
    expect(certainVerdict(late)).toBeNull();
    expect(isComplete(late)).toBe(false);
    const middle = after(late, [0, 'AC']);
    expect(certainVerdict(middle)).toBeNull();
    const decided = after(middle, [1, 'WA']);
    expect(certainVerdict(decided)).toBe('WA');
    expect(decidingTest(decided)).toBe(1);
    expect(isComplete(decided)).toBe(true);
  });

  it('needs no test behind a known failure, but every open one before it', () => {
    const progress = after(startProgress(5), [3, 'RTE'], [0, 'AC']);
    expect(neededTests(progress)).toEqual([1, 2]);
    expect(isNeeded(progress, 1)).toBe(true);
    expect(isNeeded(progress, 4)).toBe(false);
    expect(isNeeded(progress, 0)).toBe(false);
    expect(isNeeded(progress, 9)).toBe(false);
  });

  it('has a certain verdict before it is complete when all tests are wanted', () => {
    const progress = after(startProgress(3, { lazy: false }), [0, 'WA']);
    expect(certainVerdict(progress)).toBe('WA');
    expect(isComplete(progress)).toBe(false);
    expect(neededTests(progress)).toEqual([1, 2]);
  });

  it('takes a repeated run’s result for the test’s, forwards and backwards', () => {
    const suspect = after(startProgress(2), [0, 'WTL']);
    const repeated = after(suspect, [0, 'AC'], [1, 'AC']);
    expect(certainVerdict(repeated)).toBe('AC');
    expect(certainVerdict(after(repeated, [0, 'RTE']))).toBe('RTE');
    expect(repeated.done).toBe(2);
  });

  it('is not changed by the same result twice', () => {
    const once = after(startProgress(2), [0, 'AC']);
    expect(recordResult(once, 0, 'AC')).toBe(once);
  });

  it('without tests is accepted at once', () => {
    expect(certainVerdict(startProgress(0))).toBe('AC');
    expect(isComplete(startProgress(0))).toBe(true);
  });

  it('refuses results for tests that do not exist', () => {
    expect(() => recordResult(startProgress(2), 2, 'AC')).toThrow(
      'test 2 does not exist: ordinals are 0 … 1',
    );
    expect(() => recordResult(startProgress(2), -1, 'AC')).toThrow(RangeError);
    expect(() => startProgress(-1)).toThrow(RangeError);
  });
});

const tests = fc.array(fc.constantFrom<Verdict>('AC', 'AC', 'AC', 'WA', 'TLE', 'RTE', 'JE'), {
  maxLength: 12,
});
const shuffled = tests.chain((verdicts) =>
  fc.tuple(
    fc.constant(verdicts),
    fc.shuffledSubarray([...verdicts.keys()], { minLength: verdicts.length, maxLength: verdicts.length }),
  ),
);

describe('for any order of arrival', () => {
  it('the verdict is that of the first failing test, and once certain it stays', () => {
    fc.assert(
      fc.property(shuffled, ([verdicts, arrival]) => {
        const truth = verdicts.find((verdict) => verdict !== 'AC') ?? 'AC';
        let progress = startProgress(verdicts.length);
        for (const ordinal of arrival) {
          progress = recordResult(progress, ordinal, verdicts[ordinal] ?? 'AC');
          const certain = certainVerdict(progress);
          if (certain !== null) expect(certain).toBe(truth);
        }
        expect(certainVerdict(progress)).toBe(truth);
      }),
    );
  });

  it('running only needed tests gives the same verdict as running all', () => {
    fc.assert(
      fc.property(shuffled, ([verdicts, arrival]) => {
        let progress = startProgress(verdicts.length);
        for (const ordinal of arrival) {
          if (isNeeded(progress, ordinal))
            progress = recordResult(progress, ordinal, verdicts[ordinal] ?? 'AC');
        }
        expect(isComplete(progress)).toBe(true);
        expect(neededTests(progress)).toEqual([]);
        expect(certainVerdict(progress)).toBe(verdicts.find((verdict) => verdict !== 'AC') ?? 'AC');
      }),
    );
  });

  it('with order "worst" the worst of all counts', () => {
    fc.assert(
      fc.property(shuffled, ([verdicts, arrival]) => {
        let progress = startProgress(verdicts.length, { order: 'worst' });
        for (const ordinal of arrival) {
          if (!isComplete(progress)) expect(certainVerdict(progress)).toBeNull();
          progress = recordResult(progress, ordinal, verdicts[ordinal] ?? 'AC');
        }
        expect(certainVerdict(progress)).toBe(worstVerdict(verdicts));
      }),
    );
  });
});
