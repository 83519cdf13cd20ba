import { expect, it } from 'vitest';
import { filterWords } from './filter-words.ts';

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
