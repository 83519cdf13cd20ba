import { describe, expect, it } from 'vitest';
import { expandTemplate } from './uri-template.ts';

const values = new Map([
  ['contest', 'a/b?c'],
  ['verdict', 'TLE,WTL'],
  ['suspect', 'yes'],
]);

describe('the address of an answer', () => {
  it('takes parts of the page’s address, which cannot leave their place in it', () => {
    expect(expandTemplate('/api/contests/{contest}/scoreboard', values)).toBe(
      '/api/contests/a%2Fb%3Fc/scoreboard',
    );
  });

  it('takes the parameters that are there', () => {
    expect(expandTemplate('/x?limit=100{&problem,verdict,suspect}', values)).toBe(
      '/x?limit=100&verdict=TLE%2CWTL&suspect=yes',
    );
    expect(expandTemplate('/x{?problem,verdict}', values)).toBe('/x?verdict=TLE%2CWTL');
    expect(expandTemplate('/x{?problem}', values)).toBe('/x');
  });

  it('has what a parameter is without a value', () => {
    expect(expandTemplate('/x{?verdict=AC,problem=a,team}', values)).toBe('/x?verdict=TLE%2CWTL&problem=a');
  });

  it('does not exist without a part that it needs', () => {
    expect(expandTemplate('/api/submissions/{submission}', values)).toBeNull();
  });
});
