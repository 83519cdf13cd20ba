import { expect, it } from 'vitest';
import { filterText, limitText } from './filter-text.ts';

it('a filter is shown in words, condition by condition', () => {
  expect(filterText({})).toBe('everything');
  expect(filterText({ problems: ['A'], verdicts: ['TLE', 'WTL'], jury: 'no' })).toBe(
    'problem A · TLE or WTL · team submissions only',
  );
  expect(filterText({ search: '3 #17', suspect: true })).toBe('#3, #17 · suspect');
  expect(filterText({ search: 'Tidal' })).toBe('team “Tidal”');
  expect(filterText({ verdicts: [] })).toBe('without a verdict');
  expect(filterText({ hosts: ['anvil'], whileUnhealthy: true })).toBe('judged on anvil while unhealthy');
  expect(filterText({ hosts: ['a', 'b', 'c'], wallLimitChanges: true })).toBe(
    'judged on a, b or c · affected by the wall limit',
  );
});

it('limits of a rejudging’s own are shown in words, only those it has', () => {
  expect(limitText({ timeLimitMs: 2500, wall: { fixedUs: 10_000_000 }, memoryMiB: 512 })).toBe(
    'time limit 2.5 s, wall limit 10 s, memory 512 MiB',
  );
  expect(limitText({ wall: { marginUs: 4_000_000 } })).toBe('wall-time margin 4 s');
});
