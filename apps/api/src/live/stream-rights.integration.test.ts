import { describe, expect, it } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let other: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  other = await environment.anotherApi('two');
});

async function logIn(username: string): Promise<{ cookie: string; csrf: string }> {
  const answer = await api.request<{ csrfToken?: string; session?: { csrfToken?: string } }>(
    'POST',
    '/api/session',
    { body: { username, password } },
  );
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, csrf: answer.body.session?.csrfToken ?? answer.body.csrfToken ?? '' };
}

async function logOut({ cookie, csrf }: { cookie: string; csrf: string }): Promise<void> {
  const answer = await api.request('DELETE', '/api/session', { headers: { cookie, 'x-csrf-token': csrf } });
  expect(answer.status).toBe(200);
}

describe('a live stream', () => {
  it('ends at the log-out of its session, in every process, and no other stream does', async () => {
    const leaving = await logIn('alpha');
    const staying = await logIn('alpha');
    const here = await EventReader.open(api, 'main', leaving);
    const there = await EventReader.open(other, 'main', leaving);
    const kept = await EventReader.open(other, 'main', staying);
    await logOut(leaving);
    await here.ended();
    await there.ended();
    await api.makeContest('main', { name: 'Renamed' });
    await kept.next((message) => message.type === 'contest');
    kept.close();
  });

  it('ends though the log-out fell into a break of the notifications', async () => {
    const leaving = await logIn('beta');
    const stream = await EventReader.open(other, 'main', leaving);
    // What a break looks like from here: the row goes, nobody is notified, the connection breaks and comes back.
    await api.sql.query(
      `DELETE FROM session WHERE account_id IN (SELECT id FROM account WHERE username = 'beta')`,
    );
    await api.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sandglass-listen'`,
    );
    await stream.ended();
  });

  it('with Basic ends when the password changes, in every process, and the monitor’s does', async () => {
    const watch = async (from: TestApi): Promise<Response> => {
      const authorization = `Basic ${Buffer.from(`jury:${password}`).toString('base64')}`;
      return fetch(`${from.url}/api/monitor/live?watch=`, { headers: { authorization } });
    };
    const here = await EventReader.open(api, 'main', 'jury');
    const there = await EventReader.open(other, 'main', 'jury');
    const visitor = await EventReader.open(other, 'main', null);
    const monitor = await watch(other);
    expect(monitor.status).toBe(200);
    const users = [{ username: 'jury', role: 'jury', password: 'another one' }];
    await api.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
    await here.ended();
    await there.ended();
    await monitor.text();
    expect((await watch(other)).status).toBe(401);
    await api.request('POST', '/api/admin/users', {
      as: 'admin',
      body: { users: [{ ...users[0], password }] },
    });
    await api.makeContest('main', { name: 'Renamed again' });
    await visitor.next((message) => message.type === 'contest');
    visitor.close();
  });

  it('with Basic begins again after a break of the notifications', async () => {
    const stream = await EventReader.open(other, 'main', 'alpha');
    await api.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sandglass-listen'`,
    );
    await stream.ended();
  });

  it('is refused by name when its session has too many', async () => {
    const session = await logIn('alpha');
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => EventReader.open(api, 'main', session)),
    );
    const refused = await api.request('GET', '/api/contests/main/live', {
      headers: { cookie: session.cookie },
    });
    expect([refused.status, refused.body.code]).toEqual([429, 'LIVE_STREAMS_TOO_MANY']);
    for (const stream of streams) stream.close();
  });
});
