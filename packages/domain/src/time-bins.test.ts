import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binOf, placeOnAxis, timeAtPlace, usualTimeBins } from './time-bins.ts';

describe('the logarithmic axis of times', () => {
  it('gives every factor of ten the same room', () => {
    const step = placeOnAxis(1000) - placeOnAxis(100);
    expect(placeOnAxis(10_000_000) - placeOnAxis(1_000_000)).toBeCloseTo(step);
    expect([binOf(100), binOf(1001), binOf(99_999_999)]).toEqual([0, 12, 71]);
  });

  it('takes what lies beyond its ends to its ends', () => {
    expect([binOf(0), binOf(-5), binOf(1e12)]).toEqual([0, 0, usualTimeBins.count - 1]);
  });

  it('leads back from a place to the time', () => {
    assert(
      property(integer({ min: 100, max: 100_000_000 }), (us) => {
        expect(timeAtPlace(placeOnAxis(us)) / us).toBeCloseTo(1, 6);
      }),
    );
  });
});
