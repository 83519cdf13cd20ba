import { accountHeader, type SessionAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type TestApi, type Answer } from '../testing/test-api.ts';
import { LoginCheck } from './login-check.ts';
import { LoginThrottleRepository } from './login-throttle-repository.ts';
import { SessionRepository } from './session-repository.ts';
import { SessionService } from './session-service.ts';
import { SignedCookies } from './signed-cookies.ts';

let api: TestApi;
let services: Services;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
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

  it('a page that was made for another account reads and changes nothing, but learns who is logged in', async () => {
    const answer = await logIn('beta');
    const { user, csrfToken } = answer.body.session ?? {};
    const asMadeFor = (account: string) => ({
      cookie: cookieOf(answer),
      'x-csrf-token': csrfToken ?? '',
      [accountHeader]: account,
    });
    const alpha = (await logIn('alpha')).body.session?.user.id ?? '';
    const path = '/api/contests/main/submissions';
    for (const method of ['GET', 'POST']) {
      const refused = await api.request(method, path, {
        headers: asMadeFor(alpha),
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect([refused.status, refused.body.code]).toEqual([409, 'ACCOUNT_CHANGED']);
      expect(refused.body.detail).toContain('You are now logged in as Team Beta. Nothing was submitted');
    }
    // Even the log-out: it would end the other account's session.
    const out = await api.request('DELETE', '/api/session', { headers: asMadeFor(alpha) });
    expect(out.body.code).toBe('ACCOUNT_CHANGED');
    const who = await api.request<SessionAnswer>('GET', '/api/session', { headers: asMadeFor(alpha) });
    expect(who.body.session?.user.id).toBe(user?.id);
    expect((await api.request('GET', path, { headers: asMadeFor(user?.id ?? '') })).status).toBe(200);
    const asScript = await api.request('GET', path, { as: 'beta', headers: { [accountHeader]: alpha } });
    expect(asScript.body.code).toBe('ACCOUNT_CHANGED');
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

describe('what is read while an account changes', () => {
  /** Answers what it has read when the test lets it. */
  class HeldRepository extends SessionRepository {
    readonly read = Promise.withResolvers<void>();
    readonly mayAnswer = Promise.withResolvers<void>();

    override async accountByName(username: string) {
      return this.#hold(await super.accountByName(username));
    }

    override async identityBySession(tokenHash: string) {
      return this.#hold(await super.identityBySession(tokenHash));
    }

    async #hold<Found>(found: Found): Promise<Found> {
      this.read.resolve();
      await this.mayAnswer.promise;
      return found;
    }
  }

  const origin = { address: '10.20.0.1', browser: null, ip: '10.20.0.1' };
  const cookies = new SignedCookies('a secret of this test');

  async function withService(
    work: (service: SessionService, held: HeldRepository) => Promise<void>,
  ): Promise<void> {
    const database = new Database(services.databaseUrl, () => {});
    const repository = new HeldRepository(database);
    const loginCheck = new LoginCheck(repository, new LoginThrottleRepository(database));
    try {
      await work(new SessionService({ repository, loginCheck, cookies, secret: 'a secret' }), repository);
    } finally {
      await database.close();
    }
  }

  it('opens no session for a password that is no longer the account’s', async () => {
    const oldHash = `SELECT password_hash FROM account WHERE username = 'alpha'`;
    const { rows: before } = await api.sql.query<{ password_hash: string }>(oldHash);
    await withService(async (service, held) => {
      const from = { ...origin, ip: origin.address, userAgent: '' };
      const login = service.logIn({ username: 'alpha', password }, from);
      const refused = expect(login).rejects.toMatchObject({ code: 'LOGIN_WRONG' });
      await held.read.promise;
      await api.sql.query(`UPDATE account SET password_hash = 'another' WHERE username = 'alpha'`);
      held.mayAnswer.resolve();
      await refused;
    });
    await api.sql.query(`UPDATE account SET password_hash = $1 WHERE username = 'alpha'`, [
      before[0]?.password_hash,
    ]);
    const { rows } = await api.sql.query('SELECT 1 FROM session WHERE address = $1', [origin.address]);
    expect(rows).toEqual([]);
  });

  it('is not remembered of a session', async () => {
    await withService(async (service, held) => {
      const { rows } = await api.sql.query<{ id: string }>(`SELECT id FROM account WHERE username = 'beta'`);
      const token = cookies.newSession(rows[0]?.id ?? '');
      await api.sql.query(
        `INSERT INTO session (token_hash, account_id, expires_at, address, user_agent)
         VALUES ($1, $2, now() + interval '1 hour', '', '')`,
        [sha256(token), rows[0]?.id],
      );
      const first = service.identityOfToken(token);
      await held.read.promise;
      await api.sql.query('DELETE FROM session WHERE token_hash = $1', [sha256(token)]);
      service.forget(null);
      held.mayAnswer.resolve();
      expect((await first)?.username).toBe('beta');
      expect(await service.identityOfToken(token)).toBeNull();
    });
  });

  it('is not remembered of a password, nor answered to who asks later', async () => {
    await withService(async (service, held) => {
      const first = service.identityOfPassword('beta', password, origin);
      await held.read.promise;
      await api.sql.query(`UPDATE account SET enabled = false WHERE username = 'beta'`);
      service.forget(null);
      const second = service.identityOfPassword('beta', password, origin);
      const refused = expect(second).rejects.toMatchObject({ code: 'LOGIN_WRONG' });
      held.mayAnswer.resolve();
      expect((await first).username).toBe('beta');
      await refused;
      expect(service.rememberedPassword('beta', password, origin)).toBeNull();
      await api.sql.query(`UPDATE account SET enabled = true WHERE username = 'beta'`);
    });
  });
});
