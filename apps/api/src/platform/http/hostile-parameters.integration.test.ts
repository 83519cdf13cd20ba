/** No address makes the answer an error of ours: every route that reads, every parameter. */
import { expect, it } from 'vitest';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let submission = '';

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  submission = (await api.submit('main')).body.id;
});

const long = 'x'.repeat(3000);
const hostile = [
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '%',
  '%F0%9F%98%80',
  long,
  '-1',
  '1e308',
  '99999999999999999999',
  '9007199254740993',
  'NaN',
  '%27%3B--',
  '..%2f..%2fetc',
  '2026-99-99T99:99:99Z',
  '275760-09-14T00:00:00Z',
  '%2B999999-01-01T00:00:00Z',
  '',
];

interface OpenApi {
  readonly paths: Readonly<Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>>;
}

/** Values that lead to something, so that what comes after them is reached. */
function known(name: string): string {
  return { contest: 'main', submission, label: 'A', id: submission }[name] ?? 'x';
}

const troubles: string[] = [];

async function ask(path: string): Promise<void> {
  const stop = new AbortController();
  const answer = await fetch(`${api.url}${path}`, {
    headers: {
      authorization: `Basic ${Buffer.from('admin:admin-password').toString('base64')}`,
      accept: '*/*',
    },
    signal: stop.signal,
  });
  if (answer.status >= 500)
    troubles.push(`${path.slice(0, 200)}: ${String(answer.status)} ${(await answer.text()).slice(0, 200)}`);
  // Streams do not end by themselves.
  stop.abort();
}

it('every parameter of every route that reads', async () => {
  const { paths } = (await api.get<OpenApi>('/api/openapi.json')).body;
  const reading = Object.entries(paths).filter(([, methods]) => methods['get'] !== undefined);
  expect(reading.length).toBeGreaterThan(30);
  for (const [path, methods] of reading) {
    const parameters = methods['get']?.parameters ?? [];
    const plain = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => known(name)).replaceAll('*', 'x');
    for (const { in: place, name } of parameters) {
      for (const value of hostile) {
        if (place === 'query') {
          await ask(`${plain}?${name}=${value}`);
          await ask(`${plain}?${name}=x&${name}=${value}`);
        } else if (place === 'path') {
          const one = path
            .replace(`{${name}}`, value)
            .replaceAll(/\{([^}]+)\}/g, (_, other: string) => known(other))
            .replaceAll('*', 'x');
          await ask(one);
        }
      }
    }
    await ask(`${plain}?%00=1&__proto__=1&constructor=2`);
  }
  expect(troubles).toEqual([]);
});

it.each(['//', '///', '//host/path', '/%', '/%00', '/%ff', '/?%', '//?a=%00', `/${long}`])(
  'a page at %s',
  async (path) => {
    const answer = await api.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBeLessThan(500);
  },
);

it('strings of bodies that a database cannot hold are refused by field', async () => {
  const cases: [path: string, body: unknown, field: string][] = [
    ['/api/session', { username: 'a\0', password: 'x' }, 'username'],
    [
      '/api/contests/main/submissions',
      { problem: 'A\0', language: 'c', files: [{ name: 'a.c', content: 'int main() {}' }] },
      'problem',
    ],
    [
      '/api/contests/main/submissions',
      { problem: 'A', language: 'c', entryPoint: 'a\0', files: [{ name: 'a.c', content: 'int main() {}' }] },
      'entryPoint',
    ],
    [
      '/api/contests/main/submissions',
      { problem: 'A', language: 'c', files: [{ name: 'a\0.c', content: 'int main() {}' }] },
      'files[0].name',
    ],
    [
      '/api/admin/users',
      { users: [{ username: 'x', role: 'jury', password: 'long enough', displayName: '\ud800' }] },
      'users[0].displayName',
    ],
    ['/api/admin/judgehosts', { name: 'a\0' }, 'name'],
  ];
  for (const [path, body, field] of cases) {
    const answer = await api.request('POST', path, {
      as: path.startsWith('/api/admin') ? 'admin' : 'alpha',
      body,
    });
    expect([path, answer.status, answer.body.errors?.[0]?.path]).toEqual([path, 400, field]);
  }
});
