import { expect, it } from 'vitest';
import { filterWords, limitWords } from './filter-words.ts';

it('a filter is told in words, condition by condition', () => {
  expect(filterWords({})).toBe('everything');
  expect(filterWords({ problems: ['A'], verdicts: ['TLE', 'WTL'], jury: 'no' })).toBe(
    'problem A · TLE or WTL · without the jury’s own',
  );
  expect(filterWords({ verdicts: [] })).toBe('without a verdict');
  expect(filterWords({ hosts: ['anvil'], whileSick: true })).toBe('judged on anvil while sick');
  expect(filterWords({ hosts: ['a', 'b', 'c'], wallLimitChanges: true })).toBe(
    'judged on a, b or c · affected by the wall limit',
  );
});

it('limits of a rejudging’s own are told in words, only those it has', () => {
  expect(limitWords({ timeLimitMs: 2500, wall: { fixedUs: 10_000_000 }, memoryMiB: 512 })).toBe(
    'time limit 2.5 s, wall limit 10 s, memory 512 MiB',
  );
  expect(limitWords({ wall: { marginUs: 4_000_000 } })).toBe('4 s of room for the wall clock');
});
