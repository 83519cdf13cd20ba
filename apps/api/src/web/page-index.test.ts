import { describe, expect, it } from 'vitest';
import { PageIndex } from './page-index.ts';

const page = (path: string, data: string[], staffData: string[] = []) => ({
  path,
  scripts: [`/assets${path}.js`],
  styles: [],
  data,
  staffData,
});
const index = new PageIndex({
  pages: [
    page('/', ['/api/contests']),
    page('/contests/:contest/rejudgings/:rejudging', [], ['/api/rejudgings/{rejudging}']),
    page('/contests/:contest/rejudgings/new', [], ['/api/contests/{contest}/unhealthy-periods']),
    page('/contests/:contest/submissions', [
      '/api/contests/{contest}/submissions?limit=100{&problem,verdict}',
    ]),
  ],
});

describe('the index of the web app’s pages', () => {
  it('knows what the page of an address begins with', () => {
    expect(index.find('/').data).toEqual(['/api/contests']);
    expect(index.find('/contests/w%C3%A4rm/submissions?verdict=TLE%2CWTL&colour=red').data).toEqual([
      '/api/contests/w%C3%A4rm/submissions?limit=100&verdict=TLE%2CWTL',
    ]);
  });

  it('takes a page of its own for one before a page for any', () => {
    expect(index.find('/contests/c/rejudgings/new').staffData).toEqual(['/api/contests/c/unhealthy-periods']);
    expect(index.find('/contests/c/rejudgings/7').staffData).toEqual(['/api/rejudgings/7']);
  });

  it('reads a parameter in quotes as the web app does', () => {
    expect(index.find('/contests/c/submissions?problem=%221%22').data).toEqual([
      '/api/contests/c/submissions?limit=100&problem=1',
    ]);
  });

  it('knows whose page it is by the path alone', () => {
    expect(index.find('/contests/w%C3%A4rm/submissions').contest).toBe('wärm');
    expect(index.find('/?contest=warmup').contest).toBeNull();
  });

  it('says nothing of an address it does not know or cannot read', () => {
    const nothing = { contest: null, scripts: [], styles: [], data: [], staffData: [] };
    expect(index.find('/nowhere')).toEqual(nothing);
    expect(index.find('/contests/%E0%A4%A/submissions')).toEqual(nothing);
    expect(new PageIndex(null).find('/')).toEqual(nothing);
  });
});

it.each(['//', '///', '//host/path', '/\\\\host', '//user:word@[/', '/%00', '//?a=%00'])(
  'has nothing for %s, and does not stumble',
  (url) => {
    expect(new PageIndex(null).find(url)).toMatchObject({ contest: null, data: [] });
  },
);
