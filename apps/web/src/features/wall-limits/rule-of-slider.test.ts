import { expect, it } from 'vitest';
import { cutsOf, nextLimit, roundLimit, ruleFor } from './rule-of-slider.ts';

const second = 1_000_000;

it('the slider changes the room and keeps the factor', () => {
  expect(ruleFor(10 * second, { cpuUs: second, factor: 2 })).toEqual({ marginUs: 8 * second });
});

it('below factor × CPU limit the factor gives way, never below the CPU limit', () => {
  expect(ruleFor(1.5 * second, { cpuUs: second, factor: 2 })).toEqual({ factor: 1.5, marginUs: 0 });
  expect(ruleFor(0.5 * second, { cpuUs: second, factor: 2 })).toEqual({ factor: 1, marginUs: 0 });
});

it('a limit is rounded to what a jury would say', () => {
  expect([1_234_000, 4_321_000, 12_345_678].map(roundLimit)).toEqual([1_200_000, 4_500_000, 12_000_000]);
});

it('an arrow key goes to the next round limit', () => {
  expect([2_900_000, 3_000_000, 4_000_000, 10_000_000].map((us) => nextLimit(us, 1))).toEqual([
    3_000_000, 3_500_000, 4_500_000, 11_000_000,
  ]);
  expect([3_000_000, 3_500_000, 10_000_000, 11_000_000].map((us) => nextLimit(us, -1))).toEqual([
    2_900_000, 3_000_000, 9_500_000, 10_000_000,
  ]);
});

it('limits that are the same are one cut', () => {
  const limit = (label: string, wallUs: number) => ({
    label,
    problemId: label,
    language: 'c',
    cpuUs: second,
    wallUs,
    explanation: '',
  });
  expect(cutsOf([limit('B', 4), limit('A', 4), limit('C', 2)])).toEqual([
    { wallUs: 2, labels: ['C'] },
    { wallUs: 4, labels: ['A', 'B'] },
  ]);
});
