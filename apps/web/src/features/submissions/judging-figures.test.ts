import type { Judging } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { groupRepeats } from './judging-figures.ts';

const judging = (id: string, rejudgingId: string | null, repeat = 1, valid = false) =>
  ({ id, rejudgingId, repeat, valid, tests: [] }) as unknown as Judging;

describe('the judgings of a submission', () => {
  it('are looked at one by one, but repeats of one rejudging together', () => {
    const first = judging('first', null, 1, true);
    const once = judging('once', 'r1');
    const repeats = [3, 1, 2].map((repeat) => judging(`repeat ${repeat}`, 'r2', repeat));
    const { single, groups } = groupRepeats([...repeats, once, first]);
    expect(single.map(({ id }) => id)).toEqual(['once', 'first']);
    expect(groups.map(({ rejudgingId }) => rejudgingId)).toEqual(['r2']);
    expect(groups[0]?.judgings.map(({ repeat }) => repeat)).toEqual([1, 2, 3]);
  });

  it('always show the one that counts by itself', () => {
    const repeats = [1, 2, 3].map((repeat) => judging(`repeat ${repeat}`, 'r', repeat, repeat === 2));
    expect(groupRepeats(repeats).single.map(({ id }) => id)).toEqual(['repeat 2']);
  });
});
