import { expect, it } from 'vitest';
import { rejudgingFilterOf } from './submission-filter.ts';

it('what is seen in the list is what a rejudging takes', () => {
  expect(rejudgingFilterOf({})).toEqual({});
  expect(rejudgingFilterOf({ problem: 'A,B', verdict: 'TLE,WTL', suspect: 'yes' })).toEqual({
    problems: ['A', 'B'],
    verdicts: ['TLE', 'WTL'],
    suspect: true,
  });
});

it('submissions without a verdict are not taken, and alone they never become all the others', () => {
  expect(rejudgingFilterOf({ verdict: 'pending,TLE' })).toEqual({ verdicts: ['TLE'] });
  expect(rejudgingFilterOf({ verdict: 'pending' })).toEqual({ verdicts: [] });
});
