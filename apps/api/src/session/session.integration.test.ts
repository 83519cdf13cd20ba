import type { LocksAnswer, SessionAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { withStand } from '../testing/stand.ts';
import { password, type TestApi, type Answer } from '../testing/test-api.ts';

let api: TestApi;

withStand(async (stand) => {
  ({ api } = stand);
  await api.makeContest('main');
});

function logIn(
  username: string,
  secret = password,
  from = '10.0.0.1',
): Promise<Answer<SessionAnswer & { code?: string; detail?: string }>> {
  return api.request('POST', '/api/session', {
    body: { username, password: secret },
    headers: { 'x-forwarded-for': from },
  });
}

function cookieOf(answer: Answer<unknown>): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

describe('logging in', () => {
  it('makes a session by a cookie that scripts of pages cannot read', async () => {
    const answer = await logIn('alpha');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const session = await api.request<SessionAnswer>('GET', '/api/session', {
      headers: { cookie: cookieOf(answer) },
    });
    expect(session.body.session?.user).toMatchObject({
      username: 'alpha',
      role: 'contestant',
      teamId: 'alpha',
      teamName: 'Team Alpha',
    });
    const stored = await api.sql.query<{ token_hash: string }>('SELECT token_hash FROM session');
    expect(stored.rows.map((row) => row.token_hash)).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it('shows when and from where the account was used before', async () => {
    await logIn('beta', password, '10.1.1.1');
    const second = await logIn('beta', password, '10.2.2.2');
    expect(second.body.session?.lastLogin).toMatchObject({ from: '10.1.1.1' });
  });

  it('says the same for a wrong password and for a name nobody has', async () => {
    const wrong = await logIn('jury', 'not it', '10.3.0.1');
    const unknown = await logIn('nobody', 'not it', '10.3.0.1');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'LOGIN_WRONG']);
    expect([unknown.status, unknown.body.code, unknown.body.detail]).toEqual([
      401,
      'LOGIN_WRONG',
      wrong.body.detail,
    ]);
  });

  it('names the missing field', async () => {
    const answer = await api.request('POST', '/api/session', { body: { username: '' } });
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['username', 'password']);
  });

  it('logging out ends the session', async () => {
    const answer = await logIn('alpha');
    const headers = { cookie: cookieOf(answer), 'x-csrf-token': answer.body.session?.csrfToken ?? '' };
    expect((await api.request('DELETE', '/api/session', { headers })).status).toBe(200);
    expect((await api.request<SessionAnswer>('GET', '/api/session', { headers })).body.session).toBeNull();
  });

  it('changing requests with the cookie need the token, reading ones do not, scripts with Basic do not', async () => {
    const answer = await logIn('alpha');
    const cookie = cookieOf(answer);
    for (const token of [undefined, 'wrong', `${answer.body.session?.csrfToken}x`]) {
      const refused = await api.request('POST', '/api/contests/main/submissions', {
        body: {},
        headers: { cookie, ...(token === undefined ? {} : { 'x-csrf-token': token }) },
      });
      expect([refused.status, refused.body.code]).toEqual([403, 'CSRF_TOKEN_WRONG']);
    }
    const right = { cookie, 'x-csrf-token': answer.body.session?.csrfToken ?? '' };
    expect(
      (await api.request('POST', '/api/contests/main/submissions', { body: {}, headers: right })).status,
    ).toBe(422);
    expect((await api.request('GET', '/api/contests/main/submissions', { headers: { cookie } })).status).toBe(
      200,
    );
    expect(
      (await api.request('POST', '/api/contests/main/submissions', { body: {}, as: 'alpha' })).status,
    ).toBe(422);
  });

  it('a new password ends the sessions of the old one, at once', async () => {
    const answer = await logIn('beta', password, '10.2.2.2');
    const headers = { cookie: cookieOf(answer) };
    expect(
      (await api.request<SessionAnswer>('GET', '/api/session', { headers })).body.session,
    ).not.toBeNull();
    const users = [{ username: 'beta', role: 'contestant', teamId: 'beta', password: 'another one' }];
    await api.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
    await expect
      .poll(async () => (await api.request<SessionAnswer>('GET', '/api/session', { headers })).body.session)
      .toBeNull();
    await api.request('POST', '/api/admin/users', {
      as: 'admin',
      body: { users: [{ ...users[0], password }] },
    });
  });
});

describe('guessing passwords', () => {
  /** Failures as they would have come in, without waiting for them. */
  async function fail(username: string, address: string, times: number, secondsAgo: number): Promise<void> {
    await api.sql.query(
      `INSERT INTO login_attempt (username, address, at, success) SELECT $1, $2, now() - $4 * interval '1 s', false FROM generate_series(1, $3)`,
      [username, address, times, secondsAgo],
    );
  }

  it('makes the next attempt wait, and the right password too', async () => {
    for (let i = 0; i < 4; i += 1) await logIn('alpha', 'wrong', '10.4.0.1');
    const refused = await logIn('alpha', password, '10.4.0.2');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOGIN_THROTTLED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await api.sql.query('DELETE FROM login_attempt');
  });

  it('forgets attempts of weeks ago, a few with each new one', async () => {
    await fail('gamma', '10.4.9.9', 25, 15 * 86_400);
    await fail('gamma', '10.4.9.9', 1, 13 * 86_400);
    const left = async (): Promise<number> =>
      (await api.sql.query(`SELECT 1 FROM login_attempt WHERE username = 'gamma'`)).rowCount ?? 0;
    await logIn('alpha', 'wrong', '10.4.0.3');
    expect(await left()).toBe(6);
    await logIn('alpha', 'wrong', '10.4.0.3');
    expect(await left()).toBe(1);
    await api.sql.query('DELETE FROM login_attempt');
  });

  it('is no cheaper when all guesses come at the same moment', async () => {
    const guesses = Array.from({ length: 20 }, (_, i) => logIn('alpha', 'wrong', `10.4.1.${i}`));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'LOGIN_WRONG')).toHaveLength(4);
    expect(codes.filter((code) => code === 'LOGIN_THROTTLED')).toHaveLength(16);
    await api.sql.query('DELETE FROM login_attempt');
  });

  it('locks an account after repeated failures, and the administrator sees it', async () => {
    await fail('jury', '10.5.0.1', 12, 60);
    const refused = await logIn('jury');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    const locks = await api.get<LocksAnswer>('/api/admin/locks', 'admin');
    expect(locks.body.accounts).toMatchObject([{ username: 'jury', exists: true, failures: 12 }]);
    expect((await api.get('/api/admin/locks', 'alpha')).status).toBe(403);
    await api.sql.query('DELETE FROM login_attempt');
  });

  it('locks an address that tries many names, not the names', async () => {
    await fail('someone', '10.6.0.1', 500, 60);
    await api.sql.query(`UPDATE login_attempt SET username = 'name' || id`);
    const refused = await logIn('alpha', password, '10.6.0.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect((await logIn('alpha', password, '10.6.0.2')).status).toBe(200);
    const locks = await api.get<LocksAnswer>('/api/admin/locks', 'admin');
    expect(locks.body.addresses).toMatchObject([{ address: '10.6.0.1', failures: 500 }]);
    await api.sql.query('DELETE FROM login_attempt');
  });

  it('counts for scripts with Basic authentication as well', async () => {
    const authorization = `Basic ${Buffer.from('beta:wrong').toString('base64')}`;
    const codes = [];
    for (let i = 0; i < 5; i += 1)
      codes.push((await api.request('GET', '/api/session', { headers: { authorization } })).body.code);
    expect(codes).toEqual(['LOGIN_WRONG', 'LOGIN_WRONG', 'LOGIN_WRONG', 'LOGIN_WRONG', 'LOGIN_THROTTLED']);
  });
});
