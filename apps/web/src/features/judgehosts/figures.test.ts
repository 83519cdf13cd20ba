import { describe, expect, it } from 'vitest';
import { percentOf, shortAge, shortNumber, shortTime, signedPercent, signedTime } from './figures.ts';

describe('figures of the panel', () => {
  it('are as short as they may be', () => {
    expect([0, 0.44, 9.94, 9.96, 47.4].map(shortNumber)).toEqual(['0.0', '0.4', '9.9', '10', '47']);
    expect([0, 0.004, 0.012, 0.5, 1].map(percentOf)).toEqual(['0', '0.4', '1', '50', '100']);
    expect([800, 42_000, 1_234_567].map(shortTime)).toEqual(['0.8 ms', '42 ms', '1.2 s']);
    expect([-5, 800, 12_000, 240_000, 10_800_000].map(shortAge)).toEqual([
      '0.0 s',
      '0.8 s',
      '12 s',
      '4 min',
      '3 h',
    ]);
  });

  it('tell the direction of a deviation', () => {
    expect([0.031, -0.12, 0].map(signedPercent)).toEqual(['+3 %', '−12 %', '±0 %']);
    expect([3, -1200].map(signedTime)).toEqual(['+3.0 ms', '−1.2 s']);
  });
});
