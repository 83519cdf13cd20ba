import { expect, it } from 'vitest';
import { rejudgingEta } from './rejudging-eta.ts';

it('a rejudging ends by its pace: what is open, as fast as the last ones went', () => {
  expect(rejudgingEta({ open: 60, doneInWindow: 20, windowMs: 10_000 })).toBe(30_000);
});

it('a rejudging without a pace, or with nothing left, has no expected end', () => {
  expect(rejudgingEta({ open: 60, doneInWindow: 0, windowMs: 10_000 })).toBeNull();
  expect(rejudgingEta({ open: 0, doneInWindow: 5, windowMs: 10_000 })).toBeNull();
});
