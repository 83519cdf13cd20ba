import type {
  Account,
  AccountsAnswer,
  AccountSessionsAnswer,
  MakePasswordsAnswer,
} from '@sandglass/contracts';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Services } from '../testing/services.ts';
import { password, type TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let services: Services;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

const account = async (username: string): Promise<Account> => {
  const { accounts } = (await api.get<AccountsAnswer>('/api/admin/accounts', 'admin')).body;
  const found = accounts.find((one) => one.username === username);
  if (found === undefined) throw new Error(`there is no account ${username}`);
  return found;
};
const change = async (username: string, body: object) =>
  api.request('PATCH', `/api/admin/accounts/${(await account(username)).id}`, { as: 'admin', body });
/** @returns the cookie; null: refused */
const login = async (username: string, secret = password): Promise<string | null> => {
  const answer = await api.request('POST', '/api/session', { body: { username, password: secret } });
  return answer.status === 200 ? (answer.headers.get('set-cookie') ?? '').split(';')[0]! : null;
};
const isLoggedIn = async (cookie: string | null): Promise<boolean> => {
  const answer = await api.request<{ session: object | null }>('GET', '/api/session', {
    headers: { cookie: cookie ?? '' },
  });
  return answer.status === 200 && answer.body.session !== null;
};
const audited = async (action: string) =>
  (await api.sql.query('SELECT target, details FROM audit_log WHERE action = $1 ORDER BY id', [action])).rows;

describe('the accounts', () => {
  it('are listed with team, last login and sessions, and without their passwords', async () => {
    await login('alpha');
    expect(await account('alpha')).toMatchObject({
      role: 'contestant',
      teamName: 'Team Alpha',
      enabled: true,
      hasPassword: true,
      sessions: 1,
      lastLoginFrom: expect.any(String),
    });
    const { body } = await api.get<AccountsAnswer>('/api/admin/accounts', 'admin');
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('that are disabled lose their sessions, and cannot log in until they are enabled', async () => {
    const cookie = await login('alpha');
    expect((await change('alpha', { enabled: false })).status).toBe(204);
    await expect.poll(() => isLoggedIn(cookie)).toBe(false);
    expect(await login('alpha')).toBeNull();
    await change('alpha', { enabled: true });
    expect(await login('alpha')).not.toBeNull();
    expect((await audited('account.change'))[0]).toMatchObject({
      target: 'alpha',
      details: { changed: { enabled: [true, false] } },
    });
  });

  it('get another role, team or password, which ends what the old ones opened', async () => {
    const cookie = await login('beta');
    expect((await change('beta', { displayName: 'Betas' })).status).toBe(204);
    expect(await isLoggedIn(cookie)).toBe(true);
    await change('beta', { password: 'another password' });
    await expect.poll(() => isLoggedIn(cookie)).toBe(false);
    expect(await login('beta', 'another password')).not.toBeNull();
    const wrong = await change('jury', { role: 'contestant' });
    expect([wrong.status, wrong.body.errors?.map(({ path }) => path)]).toEqual([422, ['teamId']]);
    expect((await change('beta', { teamId: 'nowhere' })).status).toBe(422);
    expect(JSON.stringify(await audited('account.change'))).not.toContain('another password');
  });

  it('cannot disable or demote themselves', async () => {
    for (const body of [{ enabled: false }, { role: 'jury' }]) {
      const answer = await change('admin', body);
      expect([answer.status, answer.body.code]).toEqual([409, 'ACCOUNT_OWN']);
    }
  });

  it('have sessions, which can be ended one by one or together', async () => {
    const cookies = [await login('jury'), await login('jury'), await login('jury')];
    const { id } = await account('jury');
    const path = `/api/admin/accounts/${id}/sessions`;
    const { sessions } = (await api.get<AccountSessionsAnswer>(path, 'admin')).body;
    expect(sessions).toHaveLength(3);
    await api.request('DELETE', `${path}/${sessions[0]!.id}`, { as: 'admin' });
    await expect
      .poll(async () => (await Promise.all(cookies.map(isLoggedIn))).filter(Boolean))
      .toHaveLength(2);
    await api.request('DELETE', path, { as: 'admin' });
    await expect.poll(async () => (await Promise.all(cookies.map(isLoggedIn))).filter(Boolean)).toEqual([]);
    expect(await audited('account.end-sessions')).toMatchObject([
      { details: { ended: 1 } },
      { details: { ended: 2 } },
    ]);
    expect((await api.get(path.replace(id, crypto.randomUUID()), 'admin')).status).toBe(404);
  });

  it('get passwords that can be read aloud, which are answered once and never logged', async () => {
    const { id } = await account('beta');
    const cookie = await login('beta', 'another password');
    const answer = await api.request<MakePasswordsAnswer>('POST', '/api/admin/accounts/passwords', {
      as: 'admin',
      body: { accounts: [id, id] },
    });
    const [made, ...others] = answer.body.passwords;
    expect(others).toEqual([]);
    expect(made).toMatchObject({ username: 'beta', team: { id: 'beta', name: 'Team Beta', location: null } });
    await expect.poll(() => isLoggedIn(cookie)).toBe(false);
    expect(await login('beta', 'another password')).toBeNull();
    expect(await login('beta', made?.password)).not.toBeNull();
    expect(JSON.stringify(await audited('account.make-passwords'))).not.toContain(made?.password);
  });

  it('change one after another with an import and a register that change them, too', async () => {
    const { id } = await account('beta');
    const user = { username: 'late', role: 'contestant', password };
    const changes = [
      (teamId: string) => change('beta', { teamId }),
      (teamId: string) =>
        api.request('POST', '/api/admin/users', { as: 'admin', body: { users: [{ ...user, teamId }] } }),
      () => api.request('POST', '/api/admin/accounts/passwords', { as: 'admin', body: { accounts: [id] } }),
    ];
    const register = new Client({ connectionString: services.databaseUrl });
    await register.connect();
    try {
      const statuses: number[] = [];
      for (const [index, changing] of changes.entries()) {
        const team = `leaving${index}`;
        await api.request('PUT', `/api/people/teams/${team}`, { as: 'admin', body: { name: team } });
        await register.query('BEGIN');
        await register.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.people]);
        await register.query('DELETE FROM team WHERE id = $1', [team]);
        const answer = changing(team);
        await expect
          .poll(async () => {
            const { rowCount } = await api.sql.query(
              `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
              [advisoryLocks.people],
            );
            return rowCount;
          })
          .toBe(1);
        await register.query('COMMIT');
        statuses.push((await answer).status);
      }
      expect(statuses).toEqual([422, 422, 200]);
    } finally {
      await register.end();
    }
  });
});
