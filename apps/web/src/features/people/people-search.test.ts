import { expect, it } from 'vitest';
import { matches, peopleSearchSchema } from './people-search.ts';

it('a search finds every word, in any of the texts, in any case', () => {
  expect(matches('varn one', ['Team One', null, 'TU VARN'])).toBe(true);
  expect(matches('varn two', ['Team One', undefined, 'TU Varn'])).toBe(false);
  expect(matches(undefined, [])).toBe(true);
});

it('what an address has too much or wrong is left out', () => {
  expect(
    peopleSearchSchema.parse({ tab: 'kings', group: 'north', role: 'team', edit: 'x'.repeat(99) }),
  ).toEqual({
    group: 'north',
  });
});
