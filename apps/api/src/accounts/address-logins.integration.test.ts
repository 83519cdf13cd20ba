import type { AddressOffer, BoundAccount, SessionAnswer } from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type Answer, type TestApi } from '../testing/test-api.ts';

let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
});

type Login = Answer<SessionAnswer & { code?: string }>;

function byAddress(username: string, from: string, headers: Record<string, string> = {}): Promise<Login> {
  return api.request('POST', '/api/session/address', {
    body: { username },
    headers: { 'x-forwarded-for': from, ...headers },
  });
}

function byPassword(username: string, from: string): Promise<Login> {
  return api.request('POST', '/api/session', {
    body: { username, password },
    headers: { 'x-forwarded-for': from },
  });
}

async function offeredTo(from: string): Promise<AddressOffer> {
  const headers = { 'x-forwarded-for': from };
  return (await api.request<AddressOffer>('GET', '/api/session/address', { headers })).body;
}

/** The offers are remembered for a second. */
const offered = (from: string) => expect.poll(() => offeredTo(from), { timeout: 5000 });

async function idOf(username: string): Promise<string> {
  const { rows } = await api.sql.query<{ id: string }>('SELECT id FROM account WHERE username = $1', [
    username,
  ]);
  return rows[0]?.id ?? '';
}

async function allow(username: string, ...addresses: string[]): Promise<Answer<{ errors?: object[] }>> {
  const path = `/api/admin/accounts/${await idOf(username)}`;
  return api.request('PATCH', path, { as: 'admin', body: { addresses } });
}

function cookieOf(answer: Answer<unknown>): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function isLoggedIn(answer: Answer<unknown>): Promise<boolean> {
  const headers = { cookie: cookieOf(answer) };
  return (await api.request<SessionAnswer>('GET', '/api/session', { headers })).body.session !== null;
}

describe('logging in by address', () => {
  it('is offered to nobody until an administrator names addresses of an account', async () => {
    await offered('10.8.0.5').toEqual({ accounts: [], auto: false });
    const refused = await byAddress('alpha', '10.8.0.5');
    expect([refused.status, refused.body.code]).toEqual([401, 'LOGIN_WRONG']);
  });

  it('lets the account in from its addresses, however they are written, and from nowhere else', async () => {
    expect((await allow('alpha', '10.8.0.5', '2001:DB8:0::/64')).status).toBe(204);
    await offered('10.8.0.5').toEqual({
      accounts: [{ username: 'alpha', name: 'Team Alpha' }],
      auto: false,
    });
    expect((await offeredTo('10.8.0.6')).accounts).toEqual([]);
    for (const from of ['10.8.0.5', '::ffff:10.8.0.5', '2001:db8::77']) {
      const entered = await byAddress('alpha', from);
      expect(entered.body.session?.user.username, from).toBe('alpha');
      expect(await isLoggedIn(entered)).toBe(true);
    }
    for (const from of ['10.8.0.6', '2001:db8:0:1::77', '::10.8.0.5'])
      expect((await byAddress('alpha', from)).body.code, from).toBe('LOGIN_WRONG');
  });

  it('gives a new token, whatever the browser had before', async () => {
    const first = await byAddress('alpha', '10.8.0.5');
    const second = await byAddress('alpha', '10.8.0.5', { cookie: cookieOf(first) });
    expect(cookieOf(second)).not.toBe(cookieOf(first));
  });

  it('counts who tries other accounts, as it counts wrong passwords', async () => {
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1)
      codes.push((await byAddress('beta', '10.8.9.9')).body.code);
    expect(codes[0]).toBe('LOGIN_WRONG');
    expect(codes.at(-1)).toBe('LOGIN_THROTTLED');
    const { rows } = await api.sql.query('SELECT 1 FROM login_attempt WHERE address = $1', ['10.8.9.9']);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('says the same of accounts that nobody has', async () => {
    const [known, unknown] = [await byAddress('beta', '10.8.1.1'), await byAddress('nobody', '10.8.1.1')];
    expect([unknown.status, unknown.body]).toMatchObject([
      known.status,
      { code: known.body.code, title: (known.body as { title?: string }).title },
    ]);
  });

  it('refuses addresses that are none, too wide, or of a jury', async () => {
    for (const address of ['10.0.0.5/24', 'desk7', '0.0.0.0/0', '::/0']) {
      const { status, body } = await allow('alpha', address);
      expect([status, body.errors], address).toMatchObject([400, [{ path: 'addresses[0]' }]]);
    }
    expect((await allow('jury', '10.8.0.7')).body.errors).toMatchObject([{ path: 'addresses' }]);
  });

  it('is audited with the addresses before and after', async () => {
    const { rows } = await api.sql.query<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'account.change' AND target = 'alpha' ORDER BY id LIMIT 1`,
    );
    expect(rows[0]?.details).toMatchObject({
      changed: { addresses: [[], ['10.8.0.5', '2001:db8::/64']] },
    });
  });
});

describe('an account of a group that binds', () => {
  beforeAll(async () => {
    const put = (path: string, body: object) => api.request('PUT', path, { as: 'admin', body });
    await put('/api/people/groups/room', { name: 'Room', bindAddress: true, autoLogin: true });
    await put('/api/people/teams/beta', { groupIds: ['room'] });
    await put('/api/people/teams/alpha', { groupIds: ['room'] });
  });

  it('is bound by its first login, which ends its sessions elsewhere', async () => {
    const other = await byPassword('alpha', '10.8.3.1');
    // What was open before the rule, or from elsewhere, ends.
    await api.sql.query('UPDATE account SET bound_address = NULL, bound_at = NULL');
    const first = await byPassword('alpha', '10.8.3.2');
    expect([other.status, first.status]).toEqual([200, 200]);
    await expect.poll(() => isLoggedIn(other), { timeout: 5000 }).toBe(false);
    expect(await isLoggedIn(first)).toBe(true);
  });

  it('logs in from there again, and from elsewhere neither with its password nor by its address', async () => {
    expect((await byPassword('alpha', '10.8.3.2')).status).toBe(200);
    for (const refused of [await byPassword('alpha', '10.8.3.3'), await byAddress('alpha', '10.8.0.5')])
      expect([refused.status, refused.body.code]).toEqual([403, 'LOGIN_BOUND']);
    const wrong = await api.request<{ code?: string }>('POST', '/api/session', {
      body: { username: 'alpha', password: 'not it' },
      headers: { 'x-forwarded-for': '10.8.3.3' },
    });
    expect(wrong.body.code).toBe('LOGIN_WRONG');
    const script = await api.request<{ code?: string }>('GET', '/api/contests/main/submissions', {
      as: 'alpha',
      headers: { 'x-forwarded-for': '10.8.3.3' },
    });
    expect(script.body.code).toBe('LOGIN_BOUND');
  });

  it('is listed for the jury, who releases it; the next login binds again', async () => {
    const bound = async () =>
      (await api.get<{ accounts: BoundAccount[] }>('/api/accounts/bindings', 'jury')).body.accounts;
    expect(await bound()).toMatchObject([{ username: 'alpha', boundAddress: '10.8.3.2' }]);
    const released = await api.request('DELETE', '/api/accounts/bindings?username=alpha', { as: 'jury' });
    expect(released.body).toEqual({ released: 1 });
    expect((await byPassword('alpha', '10.8.3.3')).status).toBe(200);
    expect((await byPassword('alpha', '10.8.3.2')).body.code).toBe('LOGIN_BOUND');
    const { rows } = await api.sql.query<{ actor: string; details: object }>(
      `SELECT actor, details FROM audit_log WHERE action = 'account.release'`,
    );
    expect(rows).toMatchObject([{ actor: 'jury', details: { boundAddress: { alpha: ['10.8.3.2', null] } } }]);
    expect(
      (await api.request('DELETE', '/api/accounts/bindings?username=nobody', { as: 'jury' })).status,
    ).toBe(404);
    expect((await api.request('GET', '/api/accounts/bindings', { as: 'api-reader' })).status).not.toBe(200);
  });

  it('is logged in at once where it alone may log in from an address', async () => {
    await offered('10.8.0.5').toMatchObject({ auto: true });
    await allow('beta', '10.8.0.0/24');
    await offered('10.8.0.5').toMatchObject({
      accounts: [{ username: 'alpha' }, { username: 'beta' }],
      auto: false,
    });
  });

  it('of the jury is never bound', async () => {
    expect((await byPassword('jury', '10.8.4.1')).status).toBe(200);
    expect((await byPassword('jury', '10.8.4.2')).status).toBe(200);
  });
});
