import { describe, expect, it } from 'vitest';
import {
  percentOf,
  shortAge,
  shortNumber,
  shortTime,
  signedPercent,
  signedTime,
  unbroken,
} from './figures.ts';

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

  it('show the direction of a deviation', () => {
    expect([0.031, -0.12, 0].map(signedPercent)).toEqual(['+3 %', '−12 %', '±0 %']);
    expect([3, -1200].map(signedTime)).toEqual(['+3.0 ms', '−1.2 s']);
  });

  it('keep their units on the same line', () => {
    expect(unbroken('0.4 % programs, 22.1 GiB free of 1.5 ms, 2 slots')).toBe(
      '0.4\u00a0% programs, 22.1\u00a0GiB free of 1.5\u00a0ms, 2\u00a0slots',
    );
    expect(unbroken('p50 1.5 ms, waits +58 %')).toBe('p50\u00a01.5\u00a0ms, waits +58\u00a0%');
    expect(unbroken('3 hosts, 4 minutes')).toBe('3 hosts, 4 minutes');
  });
});
