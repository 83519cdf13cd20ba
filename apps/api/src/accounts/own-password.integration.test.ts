import type { Account, SessionAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type Answer, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
const chosen = 'a password of my own';

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
});

interface Browser {
  readonly answer: Answer<SessionAnswer & { code?: string }>;
  readonly headers: Record<string, string>;
}

async function logIn(username: string, secret = password): Promise<Browser> {
  const answer = await api.request<SessionAnswer & { code?: string }>('POST', '/api/session', {
    body: { username, password: secret },
  });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { answer, headers: { cookie, 'x-csrf-token': answer.body.session?.csrfToken ?? '' } };
}

function change({ headers }: Pick<Browser, 'headers'>, current: string, next = chosen) {
  return api.request<SessionAnswer & { code?: string; errors?: object[] }>('PUT', '/api/session/password', {
    body: { current, password: next },
    headers,
  });
}

async function account(username: string): Promise<Account> {
  const { body } = await api.get<{ accounts: Account[] }>('/api/admin/accounts', 'admin');
  const found = body.accounts.find((one) => one.username === username);
  if (found === undefined) throw new Error(`there is no account ${username}`);
  return found;
}

async function mustChange(username: string, flag = true): Promise<void> {
  const { id } = await account(username);
  await api.request('PATCH', `/api/admin/accounts/${id}`, {
    as: 'admin',
    body: { mustChangePassword: flag },
  });
}

describe('a password that must be changed', () => {
  it('opens nothing but its change, by cookie and by Basic', async () => {
    await mustChange('alpha');
    const browser = await logIn('alpha');
    expect(browser.answer.body.session?.mustChangePassword).toBe(true);
    for (const path of ['/api/contests', '/api/contests/main/submissions', '/api/contests/main/scoreboard']) {
      const byCookie = await api.request('GET', path, { headers: browser.headers });
      const byBasic = await api.request('GET', path, { as: 'alpha' });
      for (const { status, body } of [byCookie, byBasic])
        expect([status, body.code], path).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    const who = await api.request<SessionAnswer>('GET', '/api/session', { headers: browser.headers });
    expect(who.body.session?.user.username).toBe('alpha');
    expect((await api.request('DELETE', '/api/session', { headers: browser.headers })).status).toBe(200);
  });

  it('is changed with the present one, and then opens everything; other sessions end', async () => {
    const [browser, other] = [await logIn('alpha'), await logIn('alpha')];
    expect((await change(browser, 'not it')).body.code).toBe('LOGIN_WRONG');
    expect((await change(browser, password, password)).body.errors).toMatchObject([{ path: 'password' }]);
    expect((await change(browser, password, 'short')).body.errors).toMatchObject([{ path: 'password' }]);
    const done = await change(browser, password);
    expect([done.status, done.body.session?.mustChangePassword]).toEqual([200, false]);
    const list = (headers: Record<string, string>) =>
      api.request('GET', '/api/contests/main/submissions', { headers });
    await expect.poll(async () => (await list(browser.headers)).status, { timeout: 5000 }).toBe(200);
    await expect.poll(async () => (await list(other.headers)).status, { timeout: 5000 }).toBe(401);
    expect((await logIn('alpha', password)).answer.body.code).toBe('LOGIN_WRONG');
    expect((await logIn('alpha', chosen)).answer.status).toBe(200);
    const { rows } = await api.sql.query<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'account.password' AND target = 'alpha'`,
    );
    expect(rows).toMatchObject([{ details: { mustChangePassword: [true, false] } }]);
    expect(JSON.stringify(rows)).not.toContain(chosen);
  });

  it('is asked for after new passwords and imports that say so', async () => {
    const { id } = await account('beta');
    const made = await api.request<{ passwords: { password: string }[] }>(
      'POST',
      '/api/admin/accounts/passwords',
      { as: 'admin', body: { accounts: [id], mustChange: true } },
    );
    const secret = made.body.passwords[0]?.password ?? '';
    expect((await logIn('beta', secret)).answer.body.session?.mustChangePassword).toBe(true);
    const text = JSON.stringify([
      { id: 'beta', password },
      { id: 'jury', name: 'The jury' },
    ]);
    const files = [{ name: 'accounts.json', text }];
    await api.request('POST', '/api/people/import?mustChange=true', { as: 'admin', body: { files } });
    expect(await account('beta')).toMatchObject({ mustChangePassword: true });
    // Its password is not in the file.
    expect(await account('jury')).toMatchObject({ mustChangePassword: false });
    await api.request('POST', '/api/admin/accounts/passwords', { as: 'admin', body: { accounts: [id] } });
    expect(await account('beta')).toMatchObject({ mustChangePassword: false });
  });

  it('holds nobody up whom an address lets in', async () => {
    const { id } = await account('beta');
    await api.request('PATCH', `/api/admin/accounts/${id}`, {
      as: 'admin',
      body: { mustChangePassword: true, addresses: ['10.8.0.0/24'] },
    });
    const entered = await api.request<SessionAnswer>('POST', '/api/session/address', {
      body: { username: 'beta' },
      headers: { 'x-forwarded-for': '10.8.0.7' },
    });
    expect(entered.body.session?.mustChangePassword).toBe(false);
  });

  it('cannot be changed by who has no session and no password', async () => {
    expect((await change({ headers: {} }, password)).status).toBe(401);
    const stolen = await logIn('jury');
    const { 'x-csrf-token': _token, ...cookieOnly } = stolen.headers;
    expect((await change({ headers: cookieOnly }, password)).body.code).toBe('CSRF_TOKEN_WRONG');
  });
});
