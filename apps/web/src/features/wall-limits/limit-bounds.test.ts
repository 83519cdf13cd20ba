import { expect, it } from 'vitest';
import { typedUs, withinBounds } from './limit-bounds.ts';

const second = 1_000_000;

it('a limit may be anything from the CPU limit to an hour, also beyond the end of the axis', () => {
  expect([1, 2, 10, 62, 90, 3600, 5000].map((s) => withinBounds(s * second, 2 * second) / second)).toEqual([
    2, 2, 10, 62, 90, 3600, 3600,
  ]);
  expect(withinBounds(120 * second, 90 * second)).toBe(120 * second);
  expect(withinBounds(30 * second, 90 * second)).toBe(90 * second);
});

it('what is typed is a time as soon as it is a number of seconds above zero', () => {
  expect(['10', '0.5', '1e1', '', ' ', '0', '-1', '.', 'ten'].map(typedUs)).toEqual([
    10 * second,
    second / 2,
    10 * second,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
