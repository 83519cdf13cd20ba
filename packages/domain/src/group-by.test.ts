import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('items are grouped as the language does it', () => {
  const parity = (one: number): string => (one % 2 === 0 ? 'even' : 'odd');
  for (const items of [[], [3], [1, 2, 3, 4, 5, 6]])
    expect([...groupBy(items, parity)]).toEqual([...Map.groupBy(items, parity)]);
});
