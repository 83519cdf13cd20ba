import { expect, it } from 'vitest';
import { around } from './shown-time.ts';

const now = 1_700_000_000_000;

it('a stretch of time is shown in the middle of the chart', () => {
  const from = now - 3_600_000;
  expect(around(from, from + 10_000, now, 60_000)).toEqual({ until: from + 35_000, windowMs: 60_000 });
});

it('one that is wider than what is shown is shown whole', () => {
  const from = now - 3_600_000;
  expect(around(from, from + 600_000, now, 60_000)).toEqual({ until: from + 750_000, windowMs: 900_000 });
});

it('one that has just ended is shown with the chart moving', () => {
  expect(around(now - 5000, now, now, 60_000)).toEqual({ until: null, windowMs: 60_000 });
});
