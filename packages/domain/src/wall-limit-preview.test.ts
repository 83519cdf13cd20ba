import type { Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewWallLimit, type RecordedTest } from './wall-limit-preview.ts';

const test = (verdict: Verdict, seconds: number, limit = 4): RecordedTest => ({
  verdict,
  wallUs: seconds * 1_000_000,
  limitUs: limit * 1_000_000,
});

describe('another wall limit', () => {
  it('higher than a kill leaves open what the program would have done', () => {
    expect(previewWallLimit([test('AC', 1), test('WTL', 4)], 'WTL', 10_000_000)).toEqual({
      kind: 'open',
      test: 1,
    });
  });

  it('higher than the limit of a kill leaves it open, however late the killed task died', () => {
    // Killed at 4 s, but it hung in the kernel until 8.9 s.
    expect(previewWallLimit([test('WTL', 8.9)], 'WTL', 8_000_000)).toEqual({ kind: 'open', test: 0 });
    expect(previewWallLimit([test('WTL', 8.9)], 'WTL', 3_000_000)).toEqual({ kind: 'same' });
  });

  it('lower than a run took is known to cut it', () => {
    expect(previewWallLimit([test('AC', 1), test('AC', 3)], 'AC', 2_000_000)).toEqual({
      kind: 'changes',
      verdict: 'WTL',
      test: 1,
    });
    expect(previewWallLimit([test('AC', 3), test('WA', 1)], 'WA', 2_000_000)).toMatchObject({
      verdict: 'WTL',
      test: 0,
    });
  });

  it('changes nothing where no run is near it', () => {
    expect(previewWallLimit([test('AC', 1), test('WA', 1)], 'WA', 2_000_000)).toEqual({ kind: 'same' });
    expect(previewWallLimit([test('AC', 1)], 'AC', 9_000_000)).toEqual({ kind: 'same' });
    expect(previewWallLimit([test('WTL', 4)], 'WTL', 3_000_000)).toEqual({ kind: 'same' });
    expect(previewWallLimit([], 'CE', 1)).toEqual({ kind: 'same' });
  });

  it('is undone by the first test that decides, not by later ones', () => {
    expect(previewWallLimit([test('RTE', 1), test('WTL', 4)], 'RTE', 10_000_000)).toEqual({ kind: 'same' });
  });

  const anyTests = fc.array(
    fc.record({
      verdict: fc.constantFrom<Verdict>('AC', 'AC', 'WA', 'WTL', 'TLE'),
      wallUs: fc.nat(8_000_000),
      limitUs: fc.nat(8_000_000),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it('that is lower never leaves anything open, and makes nothing better than WTL', () => {
    fc.assert(
      fc.property(anyTests, (tests) => {
        const verdict = tests.find((run) => run.verdict !== 'AC')?.verdict ?? 'AC';
        const effect = previewWallLimit(tests, verdict, 0);
        if (effect.kind === 'changes') expect(effect.verdict).toBe('WTL');
        expect(effect.kind).not.toBe('open');
      }),
    );
  });

  it('that is above everything measured opens only what the wall clock decided', () => {
    fc.assert(
      fc.property(anyTests, (tests) => {
        const verdict = tests.find((run) => run.verdict !== 'AC')?.verdict ?? 'AC';
        expect(previewWallLimit(tests, verdict, 9_000_000).kind).toBe(verdict === 'WTL' ? 'open' : 'same');
      }),
    );
  });
});
