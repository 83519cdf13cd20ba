import type { Session } from '@sandglass/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageIndex } from '../../../api/src/web/page-index.ts';
import { everywhere, pages } from '../../bundle/route-manifest.ts';
import { parseSearch } from '../lib/search-text.ts';
import { initialRender, rootRoute } from './routes/layout-routes.ts';
import { routeTree } from './routes/route-tree.ts';

/** One or more addresses of every page, by its path. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/login': ['/login'],
  '/register': ['/register'],
  '/password': ['/password'],
  '/contests/:contest': ['/contests/main'],
  '/contests/:contest/problems/:label': ['/contests/main/problems/A'],
  '/contests/:contest/submit': ['/contests/main/submit'],
  '/contests/:contest/submissions': [
    '/contests/main/submissions',
    '/contests/main/submissions?problem=A,B&verdict=TLE&host=host1&unhealthy=yes&from=2026-01-01T00:00:00.000Z',
  ],
  '/contests/:contest/submissions/:submission': [
    '/contests/main/submissions/01890a5d-ac96-774b-bcce-b302099a8057',
  ],
  '/contests/:contest/scoreboard': ['/contests/main/scoreboard', '/contests/main/scoreboard?as=public'],
  '/contests/:contest/awards': ['/contests/main/awards'],
  '/contests/:contest/rejudgings': ['/contests/main/rejudgings'],
  '/contests/:contest/rejudgings/new': ['/contests/main/rejudgings/new?verdict=TLE&team=42'],
  '/contests/:contest/rejudgings/:rejudging': [
    '/contests/main/rejudgings/01890a5d-ac96-774b-bcce-b302099a8057',
  ],
  '/contests/:contest/resolver': [
    '/contests/main/resolver',
    '/contests/main/resolver?show=rehearsal&rehearsal=7',
  ],
  '/contests/:contest/wall-limits': [
    '/contests/main/wall-limits',
    '/contests/main/wall-limits?level=problem&id=A',
  ],
  '/contests/:contest/control': ['/contests/main/control'],
  '/contests/:contest/settings': ['/contests/main/settings'],
  '/judgehosts': ['/judgehosts', '/judgehosts?open=host1'],
  '/alarms': ['/alarms', '/alarms?rule=gap'],
  '/timeline': ['/timeline', '/timeline?minutes=30'],
  '/admin': ['/admin'],
  '/admin/contests': ['/admin/contests', '/admin/contests?search=final'],
  '/admin/contests/new': ['/admin/contests/new'],
  '/bound-accounts': ['/bound-accounts'],
  '/people': ['/people', '/people?tab=accounts&role=jury'],
};

/** The part of a route that begins to load its data. */
interface Loading {
  readonly children?: readonly Loading[] | Readonly<Record<string, Loading>>;
  readonly options: {
    readonly path?: string;
    readonly loader?: (given: object) => unknown;
    readonly loaderDeps?: (given: { search: object }) => object;
    readonly validateSearch?: { parse: (search: object) => object } | ((search: object) => object);
  };
}

const session = { user: { role: 'jury' } } as Session;
const index = new PageIndex({
  pages: pages.map(({ path, data, staffData = [] }) => ({
    path,
    scripts: [],
    styles: [],
    data: [...everywhere.data, ...data],
    staffData: [...everywhere.staffData, ...staffData],
  })),
});

// There is no document that anything could come with.
beforeAll(() => initialRender.end());

afterEach(() => void vi.unstubAllGlobals());

describe('what the loader of a page asks for', () => {
  it('is tried for every page', () => {
    expect(Object.keys(examples).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  });

  it.each(Object.entries(examples).flatMap(([path, all]) => all.map((address) => [address, path] as const)))(
    'is what the server puts into %s',
    async (address, path) => {
      const asked: string[] = [];
      vi.stubGlobal('fetch', (url: string) => {
        asked.push(canonical(url));
        return Promise.reject(new Error('no server'));
      });
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      const route = leavesOf(routeTree as unknown as Loading).find(
        ({ options }) => options.path?.replaceAll('$', ':') === path,
      );
      if (route === undefined) throw new Error(`there is no route ${path}`);
      for (const one of [rootRoute as unknown as Loading, route]) await load(one, address, path, client);
      // A refused answer is no reason to wait for: what was asked has been asked by then.
      await vi.waitFor(() => expect(client.isFetching()).toBe(0));
      client.clear();
      const { data, staffData } = index.find(address);
      expect(asked.toSorted()).toEqual([...new Set([...data, ...staffData].map(canonical))].toSorted());
    },
  );
});

async function load({ options }: Loading, address: string, path: string, client: QueryClient): Promise<void> {
  const url = new URL(address, 'http://page');
  const { validateSearch, loaderDeps, loader } = options;
  const given = parseSearch(url.search);
  const search =
    validateSearch === undefined
      ? given
      : typeof validateSearch === 'function'
        ? validateSearch(given)
        : validateSearch.parse(given);
  const names = path.split('/');
  const params = Object.fromEntries(
    url.pathname
      .split('/')
      .flatMap((part, place) =>
        names[place]?.startsWith(':') === true ? [[names[place].slice(1), part]] : [],
      ),
  );
  const deps = loaderDeps?.({ search }) ?? {};
  const context = { queryClient: client, session };
  await Promise.allSettled([loader?.({ context, params, deps, cause: 'enter', location: { state: {} } })]);
}

function leavesOf(route: Loading): Loading[] {
  const children = Object.values<Loading>(route.children ?? {});
  return children.length === 0 ? [route] : children.flatMap(leavesOf);
}

/** The order of parameters does not matter. */
function canonical(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  searchParams.sort();
  return `${pathname}?${searchParams.toString()}`;
}
