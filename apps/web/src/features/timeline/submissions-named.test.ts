import type { TaskInterval } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { submissionsNamed } from './submissions-named.ts';

const interval = (contestId: string, from: number, id = `${contestId} ${String(from)}`): TaskInterval =>
  ({ id, contestId, submissionId: `of ${contestId}`, from }) as TaskInterval;
const firsts = (intervals: readonly TaskInterval[], contest?: string): string[][] =>
  submissionsNamed(intervals, contest).map((some) => some.map(({ id }) => id));

it('the submission of the contest that is meant comes first, and is not mixed with those of others', () => {
  const intervals = [
    interval('spring', 5),
    interval('autumn', 3),
    interval('spring', 1),
    interval('winter', 9),
  ];
  expect(firsts(intervals, 'spring')).toEqual([['spring 1', 'spring 5'], ['winter 9'], ['autumn 3']]);
  expect(firsts(intervals, 'autumn')[0]).toEqual(['autumn 3']);
});

it('without such a contest the newest comes first', () => {
  const intervals = [interval('spring', 5), interval('winter', 9), interval('autumn', 3)];
  expect(firsts(intervals)).toEqual([['winter 9'], ['spring 5'], ['autumn 3']]);
  expect(firsts(intervals, 'summer')[0]).toEqual(['winter 9']);
  expect(firsts([])).toEqual([]);
});
