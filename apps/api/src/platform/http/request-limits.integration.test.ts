import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HeldRequest } from '../../testing/held-request.ts';
import type { Services } from '../../testing/services.ts';
import { withTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';
import { password, TestApi, type Answer } from '../../testing/test-api.ts';
import { SignedCookies } from '../../accounts/signed-cookies.ts';

const perMinute = 30;
let services: Services;
let environment: TestEnvironment;
let api: TestApi;
let session = '';

withTestEnvironment(async (given) => {
  environment = given;
  await environment.api.makeContest('main');
  ({ services } = environment);
  api = await TestApi.start(services, 'limited', { requestsPerMinute: perMinute });
  environment.atEnd(() => api.stop());
});

beforeAll(async () => {
  const answer = await api.request('POST', '/api/session', {
    body: { username: 'alpha', password },
    headers: { 'x-forwarded-for': '10.9.9.9' },
  });
  session = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});

function ask(
  from: string,
  headers: Record<string, string> = {},
  path = '/api/contests',
): Promise<Answer<{ code?: string }>> {
  return api.request('GET', path, { headers: { 'x-forwarded-for': from, ...headers } });
}

/** @returns how many of them were refused */
async function flood(
  from: string,
  headersOf: (index: number) => Record<string, string>,
  path?: string,
): Promise<number> {
  const answers = [];
  for (let i = 0; i < 3 * perMinute; i += 1) answers.push(await ask(from, headersOf(i), path));
  return answers.filter(({ status, body }) => status === 429 && body.code === 'RATE_LIMITED').length;
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the bound of an address', () => {
  it.each<[string, (index: number) => Record<string, string>, string?]>([
    ['cookies of sessions that nobody made', (i) => ({ cookie: `sandglass_session=invented${i}` })],
    ['cookies of browsers that nobody made', (i) => ({ cookie: `sandglass_browser=invented${i}.x` })],
    ['authorization of unknown kinds', (i) => ({ authorization: `Custom ${i}` })],
    ['tokens of unknown hosts', (i) => ({ authorization: `Bearer token${i}` }), '/api/judgehost/config'],
    ['names that no account can have', (i) => ({ authorization: basic(`${'n'.repeat(100)}${i}:x`) })],
  ])('is not widened by %s', async (what, headersOf, path) => {
    // An address of its own for each.
    const from = `10.1.${what.length}.1`;
    expect(await flood(from, headersOf, path)).toBeGreaterThanOrEqual(perMinute);
  });

  it('is not widened by names and passwords, and few of them are looked up', async () => {
    const before = await api.sql.query<{ count: number }>('SELECT count(*)::int FROM login_attempt');
    expect(await flood('10.2.0.1', (i) => ({ authorization: basic(`nobody${i}:x`) }))).toBeGreaterThan(0);
    const after = await api.sql.query<{ count: number }>('SELECT count(*)::int FROM login_attempt');
    expect((after.rows[0]?.count ?? 0) - (before.rows[0]?.count ?? 0)).toBeLessThanOrEqual(2 * perMinute);
  });

  it('names when to come again, and leaves other addresses alone', async () => {
    await flood('10.3.0.1', () => ({}));
    const refused = await ask('10.3.0.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('10.3.0.2')).status).toBe(200);
  });

  it('leaves who is logged in there alone, by cookie and by Basic', async () => {
    const script = { authorization: basic(`beta:${password}`) };
    expect((await ask('10.4.0.1', script)).status).toBe(200);
    await flood('10.4.0.1', () => ({}));
    expect((await ask('10.4.0.1')).status).toBe(429);
    expect((await ask('10.4.0.1', { cookie: session })).status).toBe(200);
    expect((await ask('10.4.0.1', script)).status).toBe(200);
  });

  it('leaves a visitor alone whose browser has an id', async () => {
    const id = `sandglass_browser=${new SignedCookies('a secret that nobody knows').newBrowser()}`;
    await flood('10.5.0.1', () => ({}));
    expect((await ask('10.5.0.1', { cookie: id })).status).toBe(200);
    expect(await flood('10.5.0.1', () => ({ cookie: id }))).toBeGreaterThan(0);
  });

  it('is that of a network with IPv6', async () => {
    await flood('2001:db8::1', () => ({}));
    expect((await ask('2001:db8::2')).status).toBe(429);
  });
});

describe('other bounds', () => {
  it('a session is bounded at every address', async () => {
    const refused = [];
    for (let i = 0; i < 3 * perMinute; i += 1) refused.push(await ask(`10.6.${i}.1`, { cookie: session }));
    expect(refused.some(({ status }) => status === 429)).toBe(true);
  });

  it('twenty tries a minute to join as a judgehost, from one address', async () => {
    const codes = [];
    for (let i = 0; i < 22; i += 1) {
      const answer = await api.request('POST', '/api/judgehost/join', {
        headers: { 'x-forwarded-for': '10.7.0.1' },
        body: { token: `${'t'.repeat(40)}${i}`, name: 'host' },
      });
      codes.push(answer.body.code);
    }
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(1);
    expect(codes.slice(0, 20)).not.toContain('RATE_LIMITED');
  });

  it('a body of who is nobody yet is small', async () => {
    const answer = await api.request('POST', '/api/session', {
      headers: { 'x-forwarded-for': '10.8.0.1' },
      body: { username: 'alpha', password: 'x'.repeat(100_000) },
    });
    expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

it('logins that somebody holds open keep neither pages nor browsers with an id out', async () => {
  const webRoot = join(services.folder, 'web');
  mkdirSync(webRoot);
  writeFileSync(join(webRoot, 'index.html'), '<title>page</title>');
  const roomy = await TestApi.start(services, 'roomy', { requestsPerMinute: 3000, webRoot });
  environment.atEnd(() => roomy.stop());
  const from = { 'x-forwarded-for': '10.10.0.1' };
  const held = await Promise.all(
    Array.from({ length: 256 }, async () => {
      const one = await HeldRequest.open(roomy, '/api/session', null, {
        ...from,
        'content-type': 'application/json',
        'content-length': 100,
        expect: '100-continue',
      });
      await one.continued();
      return one;
    }),
  );
  try {
    const logIn = (cookie?: string): Promise<Answer<{ code?: string }>> =>
      roomy.request('POST', '/api/session', {
        body: { username: 'alpha', password },
        headers: { ...from, ...(cookie === undefined ? {} : { cookie }) },
      });
    expect((await logIn()).body.code).toBe('RATE_LIMITED');
    const page = await roomy.request('GET', '/', { headers: from });
    expect(page.status).toBe(200);
    const id = page.headers.getSetCookie().find((cookie) => cookie.startsWith('sandglass_browser='));
    expect((await logIn(id?.split(';')[0])).status).toBe(200);
  } finally {
    for (const one of held) one.close();
  }
});
