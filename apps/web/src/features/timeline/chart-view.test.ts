import { expect, it } from 'vitest';
import { ticksUpTo } from './chart-view.ts';

it('the ticks of an axis are round, begin with 0 and reach the largest figure', () => {
  expect(ticksUpTo(4, 3)).toEqual([0, 2, 4]);
  expect(ticksUpTo(145, 3)).toEqual([0, 50, 100, 150]);
  expect(ticksUpTo(219, 3)).toEqual([0, 100, 200, 300]);
  expect(ticksUpTo(1, 3)).toHaveLength(3);
  for (const most of [1, 3, 7, 12, 99, 101, 4000, 12_345]) {
    const ticks = ticksUpTo(most, 4);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});
