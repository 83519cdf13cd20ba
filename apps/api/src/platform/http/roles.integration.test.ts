/** Who may call which route: as docs/roles.md says, and as the server answers. About 10 s. */
import { accountRoles } from '@sandglass/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import { password, type TestApi } from '../../testing/test-api.ts';
import type { Access } from './access.ts';

const page = join(import.meta.dirname, '../../../../../docs/roles.md');

let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  const users = (['analyst', 'balloon', 'printer', 'api-reader'] as const).map((role) => ({
    username: role,
    role,
    password,
  }));
  await api.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
});

/** A user of each role. */
const userOf = {
  contestant: 'alpha',
  jury: 'jury',
  analyst: 'analyst',
  balloon: 'balloon',
  printer: 'printer',
  admin: 'admin',
  'api-reader': 'api-reader',
};

const wordsOf = (access: Access): string =>
  typeof access === 'string' ? access : accountRoles.filter((role) => access.includes(role)).join(', ');

const routes = (): [route: string, access: Access][] =>
  [...api.app.routeAccess].toSorted(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** By address, then by method. */
const keyOf = (route: string): string => route.split(' ').toReversed().join(' ');

it('the page of roles names every route with exactly those who may call it', () => {
  const written = [...readFileSync(page, 'utf8').matchAll(/^\| `([A-Z]+ [^`]+)` \| ([^|]+) \|$/gm)];
  expect(written.map(([, route, who]) => `${String(route)}: ${String(who)}`)).toEqual(
    routes().map(([route, access]) => `${route}: ${wordsOf(access)}`),
  );
});

it('everybody else is turned away, before anything is looked at', async () => {
  for (const [route, access] of routes()) {
    if (access === 'anyone') continue;
    const [method = '', address = ''] = route.split(' ');
    const path = address.replaceAll(/:\w+|\*/g, 'x');
    const ask = async (as?: string): Promise<string> => {
      const { status, body } = await api.request(method, path, as === undefined ? {} : { as });
      return `${route} as ${as ?? 'a visitor'}: ${String(status)} ${body.code}`;
    };
    const [visitor, stranger] =
      access === 'judgehost'
        ? (['401 JUDGEHOST_TOKEN_WRONG', '401 JUDGEHOST_TOKEN_WRONG'] as const)
        : (['401 LOGIN_REQUIRED', '403 PERMISSION_DENIED'] as const);
    expect(await ask()).toBe(`${route} as a visitor: ${visitor}`);
    for (const role of accountRoles) {
      if (access !== 'judgehost' && access.includes(role)) continue;
      const user = userOf[role];
      expect(await ask(user)).toBe(`${route} as ${user}: ${stranger}`);
    }
  }
});
