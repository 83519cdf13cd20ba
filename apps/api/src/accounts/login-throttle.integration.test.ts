import type { LocksAnswer, SessionAnswer } from '@sandglass/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { SignedCookies } from './signed-cookies.ts';
import { password, type Answer, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let other: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  other = await environment.anotherApi('two');
});

beforeEach(async () => {
  await api.sql.query('TRUNCATE login_bucket, known_login, login_attempt');
});

type LoginAnswer = Answer<SessionAnswer & { code?: string; detail?: string; errors?: { path: string }[] }>;

interface Attempt {
  readonly secret?: string;
  readonly from?: string;
  readonly cookie?: string;
  readonly at?: TestApi;
}

function logIn(
  username: string,
  { secret = password, from = '10.0.0.1', cookie, at = api }: Attempt = {},
): Promise<LoginAnswer> {
  return at.request('POST', '/api/session', {
    body: { username, password: secret },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  });
}

function withBasic(username: string, secret: string, from = '10.0.0.1'): Promise<LoginAnswer> {
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
  return api.request('GET', '/api/session', { headers: { authorization, 'x-forwarded-for': from } });
}

let guesses = 0;
const guess = (): string => {
  guesses += 1;
  return `guess ${guesses}`;
};

/** Fails until it is refused. @returns the refusal */
async function hammer(username: string, from: string): Promise<LoginAnswer> {
  for (;;) {
    const answer = await logIn(username, { secret: guess(), from });
    if (answer.status !== 401) return answer;
  }
}

const browserOf = (answer: LoginAnswer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('sandglass_browser='))
    ?.split(';')[0] ?? '';

const locks = async (): Promise<LocksAnswer['locks']> =>
  (await api.get<LocksAnswer>('/api/admin/locks', 'admin')).body.locks;

describe('guesses at an account', () => {
  it('make further ones from there wait, and the right password from there too', async () => {
    const refused = await hammer('alpha', '10.4.0.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOGIN_THROTTLED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn('alpha', { from: '10.4.0.1' })).body.code).toBe('LOGIN_THROTTLED');
  });

  it('keep its owner out nowhere else, and never where the account was used before', async () => {
    expect((await logIn('alpha', { from: '10.4.1.1' })).status).toBe(200);
    // Far more than any bucket holds, from a hundred addresses.
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
       VALUES ('account', 'alpha', '', 1000, 100, now(), now())
       ON CONFLICT (kind, username, origin) DO UPDATE SET failures = excluded.failures, level = excluded.level, at = excluded.at`,
    );
    await hammer('alpha', '10.4.1.2');
    expect((await logIn('alpha', { from: '10.4.1.1' })).status).toBe(200);
    expect((await logIn('alpha', { from: '10.4.1.3' })).body.code).toBe('LOGIN_THROTTLED');
  });

  it('from many addresses keep its owner out of no contest site, and of no browser with an id', async () => {
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
       VALUES ('account', 'alpha', '', 1000, 100, now() + interval '1 minute', now())`,
    );
    expect((await logIn('alpha', { from: '10.4.8.1' })).body.code).toBe('LOGIN_THROTTLED');
    const id = new SignedCookies('a secret that nobody knows').newBrowser();
    expect((await logIn('alpha', { from: '10.4.8.2', cookie: `sandglass_browser=${id}` })).status).toBe(200);
    expect((await logIn('beta', { from: '10.4.8.3' })).status).toBe(200);
    expect((await logIn('alpha', { from: '10.4.8.3' })).status).toBe(200);
  });

  it('lock its owner out of no browser that it was used with, at any address', async () => {
    const cookie = browserOf(await logIn('alpha', { from: '10.4.2.1' }));
    await api.sql.query(`DELETE FROM known_login WHERE kind = 'address'`);
    const refused = await hammer('alpha', '10.4.2.1');
    expect(refused.status).toBe(429);
    expect((await logIn('alpha', { from: '10.4.2.1', cookie })).status).toBe(200);
    expect((await logIn('beta', { from: '10.4.2.1', cookie })).status).toBe(200);
  });

  it('with a browser of its own or an invented one are bounded as well', async () => {
    const cookie = browserOf(await logIn('beta', { from: '10.4.3.1' }));
    for (const one of [cookie, 'sandglass_browser=abc.def']) {
      await api.sql.query('TRUNCATE login_bucket, known_login');
      const codes = [];
      for (let i = 0; i < 12; i += 1)
        codes.push((await logIn('alpha', { secret: guess(), from: '10.4.3.2', cookie: one })).body.code);
      expect(codes.filter((code) => code === 'LOGIN_WRONG')).toHaveLength(5);
    }
  });

  it('one every two seconds from the very address leave room for the right password', async () => {
    expect((await logIn('alpha', { from: '10.4.4.1' })).status).toBe(200);
    for (let i = 0; i < 15; i += 1) await logIn('alpha', { secret: guess(), from: '10.4.4.1' });
    expect((await logIn('alpha', { from: '10.4.4.1' })).status).toBe(200);
  });

  it('lock that address alone, where nobody was ever logged in', async () => {
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
       VALUES ('pair', 'jury', '10.4.5.1', 15, 0, now(), now() - interval '3 minutes')`,
    );
    const refused = await logIn('jury', { from: '10.4.5.1' });
    expect([refused.status, refused.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect((await logIn('jury', { from: '10.4.5.2' })).status).toBe(200);
  });

  it('are no more when they come at the same moment, to several processes', async () => {
    const burst = Array.from({ length: 30 }, (_, i) =>
      logIn('alpha', { secret: guess(), from: '10.4.6.1', at: i % 2 === 0 ? api : other }),
    );
    const codes = (await Promise.all(burst)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'LOGIN_WRONG')).toHaveLength(5);
    expect(codes.filter((code) => code === 'LOGIN_THROTTLED')).toHaveLength(25);
  });

  it('by Basic are the same guesses', async () => {
    for (let i = 0; i < 5; i += 1) expect((await withBasic('beta', guess())).body.code).toBe('LOGIN_WRONG');
    expect((await withBasic('beta', guess())).body.code).toBe('LOGIN_THROTTLED');
    expect((await logIn('beta')).body.code).toBe('LOGIN_THROTTLED');
  });

  it('learn nothing of a password that a script elsewhere has just proved', async () => {
    expect((await withBasic('beta', password, '10.4.7.1')).status).toBe(200);
    const refused = await hammer('beta', '10.4.7.2');
    expect(refused.status).toBe(429);
    expect((await withBasic('beta', password, '10.4.7.2')).status).toBe(429);
    expect((await withBasic('beta', password, '10.4.7.1')).status).toBe(200);
  });
});

describe('guesses at many names', () => {
  it('from one address are bounded before the password is hashed, and hold up no other address', async () => {
    const burst = Array.from({ length: 300 }, (_, i) =>
      logIn(`nobody${i}`, { secret: guess(), from: '10.5.0.1', at: i % 2 === 0 ? api : other }),
    );
    const honest = await logIn('alpha', { from: '10.5.0.2' });
    expect(honest.status).toBe(200);
    const answers = await Promise.all(burst);
    const hashed = answers.filter(({ body }) => body.code === 'LOGIN_WRONG').length;
    // A burst, and one a second while this took.
    expect(hashed).toBeGreaterThanOrEqual(60);
    expect(hashed).toBeLessThan(120);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  });

  it('keep out nobody who was logged in from that address before', async () => {
    await logIn('alpha', { from: '10.5.1.1' });
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
       VALUES ('address', '', '10.5.1.1', 60, 60, now() + interval '1 minute', now())
       ON CONFLICT (kind, username, origin) DO UPDATE SET failures = excluded.failures, level = excluded.level, at = excluded.at`,
    );
    expect((await logIn('beta', { from: '10.5.1.1' })).body.code).toBe('LOGIN_THROTTLED');
    expect((await logIn('alpha', { from: '10.5.1.1' })).status).toBe(200);
  });

  it('keep no first login out of a browser that has an id, and each id bounds its own guesses', async () => {
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
       VALUES ('address', '', '10.5.2.1', 60, 60, now() + interval '1 minute', now())`,
    );
    const cookies = new SignedCookies('a secret that nobody knows');
    const [guesser, honest] = [1, 2].map(() => `sandglass_browser=${cookies.newBrowser()}`);
    if (guesser === undefined || honest === undefined) throw new Error('two browsers');
    // At the same moment: nothing drains between them.
    const codes = await Promise.all(
      Array.from({ length: 15 }, async (_, i) => {
        const { body } = await logIn(`nobody${i}`, { secret: guess(), from: '10.5.2.1', cookie: guesser });
        return body.code;
      }),
    );
    expect(codes.filter((code) => code === 'LOGIN_THROTTLED').length).toBeGreaterThan(0);
    expect((await logIn('beta', { from: '10.5.2.1' })).body.code).toBe('LOGIN_THROTTLED');
    expect((await logIn('beta', { from: '10.5.2.1', cookie: honest })).status).toBe(200);
    const taken = await api.sql.query(`SELECT 1 FROM login_bucket WHERE kind = 'guest'`);
    expect(taken.rowCount).toBe(1);
  });

  it('count a network of IPv6 as one address', async () => {
    await hammer('alpha', '2001:db8::1');
    expect((await logIn('alpha', { from: '2001:db8::ffff' })).body.code).toBe('LOGIN_THROTTLED');
    expect((await logIn('alpha', { from: '2001:db8:0:1::1' })).status).toBe(200);
  });
});

describe('names that no account can have', () => {
  it('are refused by field, on every way, and leave no trace', async () => {
    for (const name of ['a\0b', 'n'.repeat(65), 'n'.repeat(6000)]) {
      for (const answer of [await logIn(name), await withBasic(name, 'x')]) {
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toHaveLength(1);
      }
    }
    expect((await withBasic('no such name', 'x')).body.code).toBe('LOGIN_WRONG');
    expect((await api.sql.query('SELECT 1 FROM login_bucket')).rowCount).toBe(0);
  });
});

describe('an administrator', () => {
  it('sees who waits and who is locked, since when, and from where', async () => {
    await api.sql.query(
      `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since) VALUES
         ('pair', 'jury', '10.6.0.1', 15, 0, now(), now() - interval '3 minutes'),
         ('account', 'jury', '', 200, 100, now(), now() - interval '3 minutes'),
         ('address', '', '10.6.0.2', 90, 60, now() + interval '1 minute', now()),
         ('pair', 'alpha', '10.6.0.1', 1, 1, now(), now())`,
    );
    expect((await api.get('/api/admin/locks', 'beta')).status).toBe(403);
    const list = await locks();
    expect(list).toHaveLength(3);
    expect(list).toContainEqual(
      expect.objectContaining({
        kind: 'pair',
        state: 'locked',
        username: 'jury',
        exists: true,
        address: '10.6.0.1',
        failures: 15,
      }),
    );
    expect(list).toContainEqual(
      expect.objectContaining({ kind: 'account', state: 'waiting', username: 'jury', from: ['10.6.0.1'] }),
    );
    expect(list).toContainEqual(
      expect.objectContaining({ kind: 'address', username: null, address: '10.6.0.2' }),
    );
  });

  it('opens what is closed, by name or by address, and the audit log says so', async () => {
    for (const query of ['username=jury', 'address=10.6.1.1', 'username=jury&address=10.6.1.1']) {
      const refused = await hammer('jury', '10.6.1.1');
      expect(refused.status).toBe(429);
      const opened = await api.request<{ opened: number }>('DELETE', `/api/admin/locks?${query}`, {
        as: 'admin',
      });
      expect([opened.status, opened.body.opened > 0]).toEqual([200, true]);
      expect((await logIn('jury', { from: '10.6.1.1' })).status).toBe(200);
      await api.sql.query('TRUNCATE login_bucket, known_login');
    }
    const audit = await api.sql.query<{ actor: string; target: string }>(
      `SELECT actor, target FROM audit_log WHERE action = 'login.open' ORDER BY id`,
    );
    expect(audit.rows).toEqual([
      { actor: 'admin', target: 'jury' },
      { actor: 'admin', target: '10.6.1.1' },
      { actor: 'admin', target: 'jury' },
    ]);
  });

  it('must name what to open', async () => {
    const answer = await api.request('DELETE', '/api/admin/locks', { as: 'admin' });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'username']);
  });
});

it('forgets attempts of weeks ago, a few with each new one', async () => {
  await api.sql.query(
    `INSERT INTO login_attempt (username, address, at, success)
     SELECT 'gamma', '10.7.0.1', now() - CASE WHEN n > 1 THEN interval '15 days' ELSE interval '13 days' END, false
     FROM generate_series(1, 26) AS n`,
  );
  const left = async (): Promise<number> =>
    (await api.sql.query(`SELECT 1 FROM login_attempt WHERE username = 'gamma'`)).rowCount ?? 0;
  await logIn('alpha', { secret: guess() });
  expect(await left()).toBe(6);
  await logIn('alpha', { secret: guess() });
  expect(await left()).toBe(1);
});
