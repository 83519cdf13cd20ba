import type { Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseRepeat,
  isFlaky,
  rejudgingEffect,
  summariseRejudging,
  type RejudgedSubmission,
} from './rejudging.ts';

const verdict = fc.constantFrom<Verdict>('AC', 'AC', 'WA', 'TLE', 'WTL', 'JE');
const repeats = fc.array(fc.option(verdict, { freq: 8 }), { maxLength: 6 });
const submission: fc.Arbitrary<RejudgedSubmission> = fc.record({ before: fc.option(verdict), repeats });

describe('the repeat that is applied', () => {
  it('is the first with the verdict of most', () => {
    expect(chooseRepeat(['WA', 'AC', 'AC'])).toBe(1);
    expect(chooseRepeat(['TLE', 'AC', 'AC', 'TLE'])).toBe(0);
    expect(chooseRepeat(['AC'])).toBe(0);
  });

  it('is a judging error only when there is nothing else', () => {
    expect(chooseRepeat(['JE', 'JE', 'WA'])).toBe(2);
    expect(chooseRepeat(['JE', 'JE'])).toBe(0);
  });

  it('is open while one of them is', () => {
    expect(chooseRepeat(['AC', null, 'AC'])).toBeNull();
    expect(chooseRepeat([])).toBeNull();
  });

  it('has a verdict that no other one outnumbers', () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 8 }), (all) => {
        const chosen = all[chooseRepeat(all) ?? -1];
        const count = (of: Verdict | undefined): number => all.filter((one) => one === of).length;
        const real = all.filter((one) => one !== 'JE');
        if (real.length > 0) expect(chosen).not.toBe('JE');
        for (const other of real) expect(count(chosen)).toBeGreaterThanOrEqual(count(other));
      }),
    );
  });
});

describe('the effect of a rejudging on a submission', () => {
  it('is a judging error never taking the place of a verdict', () => {
    expect(rejudgingEffect({ before: 'WA', repeats: ['JE'] })).toEqual({ kind: 'failed' });
    expect(rejudgingEffect({ before: null, repeats: ['JE'] }).kind).toBe('unchanged');
    expect(rejudgingEffect({ before: 'JE', repeats: ['AC'] })).toEqual({
      kind: 'changed',
      after: 'AC',
      repeat: 0,
    });
  });

  it('is flaky only where two verdicts of the program differ', () => {
    expect(isFlaky(['AC', 'TLE', 'AC'])).toBe(true);
    expect(isFlaky(['AC', 'JE', null])).toBe(false);
  });

  it('never makes an error of ours the verdict of a submission that has one', () => {
    fc.assert(
      fc.property(submission, (one) => {
        const effect = rejudgingEffect(one);
        if (effect.kind === 'changed') expect(effect.after).not.toBe('JE');
        if (effect.kind === 'changed') expect(effect.after).not.toBe(one.before);
        if (effect.kind === 'unchanged' && effect.after !== 'JE') expect(effect.after).toBe(one.before);
        expect(effect.kind === 'open').toBe(one.repeats.length === 0 || one.repeats.includes(null));
      }),
    );
  });
});

describe('the summary', () => {
  it('counts every submission once, and the matrix every one that is judged', () => {
    fc.assert(
      fc.property(fc.array(submission, { maxLength: 30 }), (all) => {
        const sum = summariseRejudging(all);
        expect(sum.open + sum.unchanged + sum.changed + sum.failed).toBe(all.length);
        expect(sum.matrix.reduce((count, pair) => count + pair.count, 0)).toBe(all.length - sum.open);
        const pairs = sum.matrix.map(({ before, after }) => `${before}/${after}`);
        expect(new Set(pairs).size).toBe(pairs.length);
      }),
    );
  });

  it('is the old × new matrix, most frequent pair first', () => {
    const all: RejudgedSubmission[] = [
      { before: 'WTL', repeats: ['AC'] },
      { before: 'WTL', repeats: ['AC'] },
      { before: 'AC', repeats: ['AC'] },
      { before: 'AC', repeats: [null] },
    ];
    expect(summariseRejudging(all)).toEqual({
      submissions: 4,
      open: 1,
      unchanged: 1,
      changed: 2,
      failed: 0,
      flaky: 0,
      matrix: [
        { before: 'WTL', after: 'AC', count: 2 },
        { before: 'AC', after: 'AC', count: 1 },
      ],
    });
  });
});
