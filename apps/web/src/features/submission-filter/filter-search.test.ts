import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../lib/search-text.ts';
import { rejudgingSearch, submissionFiltersSchema } from './filter-search.ts';

const list = (address: string): unknown => submissionFiltersSchema.parse(parseSearch(address));
const rejudging = (address: string): unknown => rejudgingSearch(parseSearch(address));

describe('the filters in the address of a list', () => {
  it('may be digits alone', () => {
    expect(list('?search=12&team=42&problem=1&host=7')).toEqual({
      search: '12',
      team: '42',
      problem: '1',
      host: '7',
    });
  });

  it('are left out where they make no sense', () => {
    expect(list('?verdict=TLE,WLT&suspect=no&problem=A')).toEqual({ problem: 'A' });
  });
});

describe('the filters in the address of a new rejudging', () => {
  it('are those of a list, and whether the wall limit changes them', () => {
    expect(rejudging('?team=42&verdict=TLE,WTL&limits=changed')).toEqual({
      team: '42',
      verdict: 'TLE,WTL',
      limits: 'changed',
    });
    expect(rejudging('')).toEqual({});
  });

  it('are an error that names what makes no sense, never a rejudging of more', () => {
    expect(() => rejudging('?verdict=TLE,WLT')).toThrow(/"verdict".*must be "pending" or verdicts/);
    expect(() => rejudging('?from=yesterday')).toThrow(/"from"/);
    expect(() => rejudging('?suspect=no')).toThrow(/"suspect"/);
    expect(() => rejudging('?limits=all')).toThrow(/"limits"/);
    expect(() => rejudging('?teams=42')).toThrow(
      /no filter "teams": the filters are search, problem, team, /,
    );
  });
});
