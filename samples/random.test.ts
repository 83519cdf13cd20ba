import { describe, expect, it } from 'vitest';
import { NumberText } from './lib/number-text.ts';
import { Random } from './lib/random.ts';

describe('the random numbers of the test data', () => {
  it('are the same for the same seed on every machine', () => {
    const random = new Random('a seed');
    const drawn = Array.from({ length: 4 }, () => random.int(1, 1000));
    const wide = Array.from({ length: 2 }, () => random.int(0, 2 ** 52 - 1));
    expect(drawn).toEqual([573, 323, 194, 728]);
    expect(wide).toEqual([4188100625034235, 1206035863271858]);
    expect(random.text(8, 'abc')).toBe('bbabbbbb');
  });

  it('differ for different seeds', () => {
    const draw = (seed: string): number => new Random(seed).int(0, 2 ** 52 - 1);
    expect(new Set(['a', 'b', 'c', 'ab', 'ba'].map(draw)).size).toBe(5);
  });

  it('stay in their range and reach both of its ends', () => {
    for (const [low, high] of [
      [0, 0],
      [-3, 3],
      [2 ** 40, 2 ** 40 + 2],
    ] as const) {
      const random = new Random(`${low} ${high}`);
      const drawn = new Set(Array.from({ length: 500 }, () => random.int(low, high)));
      expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([low, high]);
    }
    const random = new Random('wide');
    for (let i = 0; i < 10_000; i++) {
      const value = random.int(-(10 ** 9), 10 ** 9);
      expect(Number.isInteger(value) && Math.abs(value) <= 10 ** 9).toBe(true);
    }
  });

  it('refuse a range without whole numbers', () => {
    expect(() => new Random('').int(2, 1)).toThrow(RangeError);
    expect(() => new Random('').int(0, 2 ** 53)).toThrow(RangeError);
  });

  it('make permutations in which every number appears once', () => {
    expect(new Random('order').permutation(5, 300).toSorted()).toEqual(
      Int32Array.from({ length: 296 }, (_, i) => i + 5),
    );
  });
});

describe('the text of many numbers', () => {
  it('is what joining them as strings gives', () => {
    const random = new Random('numbers');
    const numbers = Array.from({ length: 2000 }, () => random.int(-(2 ** 51), 2 ** 51 - 1));
    numbers.push(0, -1, 10, -10, 99, 100, 2 ** 53 - 1, -(2 ** 53 - 1));
    const text = new NumberText(1);
    for (const number of numbers) text.put(number, number % 2 === 0 ? ' ' : '\n');
    const expected = numbers.map((number) => `${number}${number % 2 === 0 ? ' ' : '\n'}`).join('');
    expect(Buffer.from(text.bytes()).toString('latin1')).toBe(expected);
  });
});
