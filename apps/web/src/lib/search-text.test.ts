import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

describe('the parameters of an address', () => {
  it('are text, for any input', () => {
    expect(parseSearch('?team=42&verdict=TLE,WTL&unhealthy=true&id=007&big=1e3&none=null&empty=')).toEqual({
      team: '42',
      verdict: 'TLE,WTL',
      unhealthy: 'true',
      id: '007',
      big: '1e3',
      none: 'null',
      empty: '',
    });
    expect(parseSearch('')).toEqual({});
  });

  it('come back as they were written', () => {
    const search = { team: '42,ÅÄÖ team', host: 'a+b&c=d', from: '2026-01-01T10:00:00.000Z' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ test: 3, none: undefined })).toBe('?test=3');
    expect(stringifySearch({})).toBe('');
  });

  it('are read as they were meant in addresses of earlier versions', () => {
    expect(parseSearch('?team=%2242%22')).toEqual({ team: '42' });
  });
});
