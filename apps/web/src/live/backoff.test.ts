import { describe, expect, it } from 'vitest';
import { backoffBounds, backoffMs } from './backoff.ts';

describe('the waiting time between connections', () => {
  it('doubles with every failure', () => {
    expect([0, 1, 2, 3].map((attempt) => backoffMs(attempt, 0.5))).toEqual([500, 1000, 2000, 4000]);
  });

  it('never exceeds one and a half times its bound, however many tries fail', () => {
    expect(backoffMs(10_000, 0.999)).toBeLessThanOrEqual(backoffBounds.most * 1.5);
  });

  it('spreads equal tries over a range', () => {
    expect(backoffMs(3, 0)).toBeLessThan(backoffMs(3, 0.9));
  });
});
