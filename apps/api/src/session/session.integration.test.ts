import type { SessionAnswer } from '@sandglass/contracts';
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

describe('the sessions of one account', () => {
  it('are bounded: a login more ends the oldest, at once and in every process', async () => {
    const first = await logIn('beta', password, '10.9.0.1');
    const headers = { cookie: cookieOf(first) };
    const me = async (): Promise<unknown> =>
      (await api.request<SessionAnswer>('GET', '/api/session', { headers })).body.session;
    expect(await me()).not.toBeNull();
    for (let i = 0; i < 50; i += 1) await logIn('beta', password, '10.9.0.1');
    expect(await me()).toBeNull();
    const { rowCount } = await api.sql.query(
      `SELECT 1 FROM session JOIN account ON account.id = account_id WHERE username = 'beta'`,
    );
    expect(rowCount).toBe(50);
  });

  it('cannot be invented: a cookie that was not made here costs no query', async () => {
    const { app } = api;
    const made = cookieOf(await logIn('alpha')).split('=')[1] ?? '';
    const [random, account] = made.split('.');
    const invented = ['x', `${'a'.repeat(43)}.${'b'.repeat(22)}`, `${random}.${account}.${'a'.repeat(22)}`];
    for (const token of invented) {
      const answer = await app.inject({
        method: 'GET',
        url: '/api/session',
        headers: { cookie: `sandglass_session=${token}` },
      });
      expect(answer.json()).toMatchObject({ session: null });
    }
  });
});
