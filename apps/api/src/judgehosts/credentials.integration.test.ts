import { once } from 'node:events';
import type {
  CreateJudgehostAnswer,
  CreateRegistrationTokenAnswer,
  FileReference,
  Judgehost,
  RegisterAnswer,
  RegistrationToken,
} from '@sandglass/contracts';
import { redisOptions, workerUserName } from '@sandglass/queue';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../platform/lib/sha256.ts';
import { FakeHost, hostReport } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { RequestOptions, TestApi } from '../testing/test-api.ts';

let services: Services;
let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

async function invite(body: object = {}): Promise<string> {
  const path = '/api/admin/registration-tokens';
  const made = await api.request<CreateRegistrationTokenAnswer>('POST', path, { as: 'admin', body });
  expect(made.status).toBe(201);
  return made.body.token;
}

const join = (token: string, name: string) =>
  api.request<CreateJudgehostAnswer & { code?: string }>('POST', '/api/judgehost/join', {
    body: { token, name },
  });

const register = (name: string, token: string) =>
  api.request<RegisterAnswer>('POST', '/api/judgehost/register', {
    headers: { authorization: `Bearer ${token}` },
    body: { name, slots: 1, compilers: [], report: hostReport(name), software: 'test' },
  });

async function idOf(name: string): Promise<string> {
  const { body } = await api.get<{ judgehosts: Judgehost[] }>('/api/judgehosts', 'admin');
  return body.judgehosts.find((host) => host.name === name)?.id ?? '';
}

async function reaches(url: string): Promise<boolean> {
  const redis = new Redis({ ...redisOptions(url), lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.call('EXISTS', 'sandglass:judge:meta');
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

describe('a registration token', () => {
  it('lets one host join, once', async () => {
    const token = await invite();
    const { status, body } = await join(token, 'judge-1');
    expect(status).toBe(201);
    expect((await register('judge-1', body.token)).status).toBe(200);
    expect((await join(token, 'judge-2')).body.code).toBe('REGISTRATION_TOKEN_WRONG');
    const { body: listed } = await api.get<{ tokens: RegistrationToken[] }>(
      '/api/admin/registration-tokens',
      'admin',
    );
    expect(listed.tokens[0]).toMatchObject({ usedBy: 'judge-1', createdBy: 'admin' });
    const stored = await api.sql.query(
      `SELECT * FROM registration_token r, judgehost h WHERE h.name = 'judge-1'`,
    );
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect(JSON.stringify(stored.rows)).not.toContain(body.token);
  });

  it('brings no host in the place of another, unless it was made for that name', async () => {
    const token = await invite();
    expect((await join(token, 'judge-1')).body.code).toBe('JUDGEHOST_NAME_TAKEN');
    // It was not used up by that.
    expect((await join(token, 'judge-2')).status).toBe(201);
    const named = await invite({ name: 'judge-1' });
    expect((await join(named, 'judge-3')).body.code).toBe('REGISTRATION_TOKEN_WRONG');
    const again = await join(named, 'judge-1');
    expect((await register('judge-1', again.body.token)).status).toBe(200);
  });

  it('expires, can be taken back, and is for administrators to make', async () => {
    const late = await invite({ minutes: 1 });
    await api.sql.query(`UPDATE registration_token SET expires_at = now() WHERE used_at IS NULL`);
    expect((await join(late, 'judge-9')).status).toBe(401);
    const path = '/api/admin/registration-tokens';
    expect((await api.request('POST', path, { as: 'jury', body: {} })).status).toBe(403);
    const made = await api.request<CreateRegistrationTokenAnswer>('POST', path, { as: 'admin', body: {} });
    expect((await api.request('DELETE', `${path}/${made.body.id}`, { as: 'admin' })).status).toBe(204);
    expect((await join(made.body.token, 'judge-9')).status).toBe(401);
  });
});

describe('a host that never registered', () => {
  it('is deleted by an administrator, with a line in the audit log, and its token is void', async () => {
    const { body } = await join(await invite(), 'judge-mistyped');
    const path = `/api/judgehosts/${body.id}`;
    expect((await api.request('DELETE', path, { as: 'jury' })).status).toBe(403);
    expect((await api.request('DELETE', path, { as: 'admin' })).status).toBe(204);
    expect(await idOf('judge-mistyped')).toBe('');
    expect((await register('judge-mistyped', body.token)).status).toBe(401);
    const logged = await api.sql.query(
      `SELECT 1 FROM audit_log WHERE action = 'judgehost.delete' AND target = 'judge-mistyped'`,
    );
    expect(logged.rowCount).toBe(1);
    const again = await api.request('DELETE', path, { as: 'admin' });
    expect([again.status, again.body.code]).toEqual([404, 'JUDGEHOST_UNKNOWN']);
  });

  it('has no user in Redis for long, also where the deletion did not reach Redis', async () => {
    const { body } = await join(await invite(), 'judge-elsewhere');
    const path = `/api/judgehosts/${body.id}`;
    expect((await api.request('DELETE', path, { as: 'admin' })).status).toBe(204);
    const user = workerUserName(body.id);
    const admin = new Redis(redisOptions(services.redisUrl));
    // As it is left by a Redis that was away, and made by a process that had read of the host just before.
    await admin.call('ACL', 'SETUSER', user, 'on', `#${'a'.repeat(64)}`);
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await expect.poll(() => admin.call('ACL', 'GETUSER', user), { timeout: 30_000, interval: 50 }).toBeNull();
    admin.disconnect();
  });

  it('is not deleted once it has: judgings name it', async () => {
    const { body } = await join(await invite(), 'judge-came');
    await register('judge-came', body.token);
    const refused = await api.request('DELETE', `/api/judgehosts/${body.id}`, { as: 'admin' });
    expect([refused.status, refused.body.code]).toEqual([409, 'JUDGEHOST_IN_USE']);
    expect(await idOf('judge-came')).toBe(body.id);
  });
});

describe('a host’s credential', () => {
  it('is asked for, and no account’s will do', async () => {
    const beat = (more: RequestOptions) =>
      api.request('POST', '/api/judgehost/heartbeat', { body: {}, ...more });
    const wrong = await beat({ headers: { authorization: 'Bearer wrong' } });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'JUDGEHOST_TOKEN_WRONG']);
    expect((await beat({ as: 'admin' })).status).toBe(401);
  });

  it('opens files by their hash, whole and unchanged, to the host alone', async () => {
    const { body } = await join(await invite(), 'judge-3');
    const headers = { authorization: `Bearer ${body.token}` };
    const read = <Body>(path: string, as: RequestOptions = { headers }) =>
      api.request<Body>('GET', `/api/judgehost/${path}`, as);
    const { files } = (await read<{ files: FileReference[] }>('contests/main/files')).body;
    expect(files.length).toBeGreaterThan(0);
    for (const { sha256: hash } of files)
      expect(sha256((await read<string>(`files/${hash}`)).body)).toBe(hash);
    expect((await read(`files/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await read(`files/${String(files[0]?.sha256)}`, { as: 'alpha' })).status).toBe(401);
  });

  it('brings a user of its own in Redis', async () => {
    const { body } = await join(await invite(), 'judge-4');
    const { body: answer } = await register('judge-4', body.token);
    expect(answer.redis.url).toContain(`sandglass-judgehost-${body.id}`);
    expect(await reaches(answer.redis.url)).toBe(true);
  });

  it('that is rotated, by an administrator or the host itself, is void at once', async () => {
    const { body: first } = await join(await invite(), 'judge-5');
    const { body: before } = await register('judge-5', first.token);
    const path = `/api/judgehosts/${first.id}/rotate`;
    const second = await api.request<CreateJudgehostAnswer>('POST', path, { as: 'admin' });
    expect((await register('judge-5', first.token)).status).toBe(401);
    expect(await reaches(before.redis.url)).toBe(false);
    const third = await api.request<CreateJudgehostAnswer>('POST', '/api/judgehost/rotate', {
      headers: { authorization: `Bearer ${second.body.token}` },
    });
    expect((await register('judge-5', second.body.token)).status).toBe(401);
    const { body: after } = await register('judge-5', third.body.token);
    expect(await reaches(after.redis.url)).toBe(true);
  });

  it('that is replaced, by an invitation or an administrator, is void in the queue at once', async () => {
    const replacements = [
      async () => join(await invite({ name: 'judge-renewed' }), 'judge-renewed'),
      () =>
        api.request<CreateJudgehostAnswer>('POST', '/api/admin/judgehosts', {
          as: 'admin',
          body: { name: 'judge-renewed' },
        }),
    ];
    let { body: current } = await join(await invite(), 'judge-renewed');
    for (const replace of replacements) {
      const { body: before } = await register('judge-renewed', current.token);
      const open = new Redis({ ...redisOptions(before.redis.url), retryStrategy: () => null });
      const closed = once(open, 'close');
      await open.ping();
      ({ body: current } = await replace());
      expect(await reaches(before.redis.url)).toBe(false);
      await closed;
    }
    const { body: after } = await register('judge-renewed', current.token);
    expect(await reaches(after.redis.url)).toBe(true);
  });

  it('that is revoked reaches neither api nor Redis, and what the host had is due again', async () => {
    const host = await FakeHost.join(api, 'judge-6', services.redisUrl);
    const { body: submitted } = await api.submit('main');
    const task = await host.take();
    expect(task.submissionId).toBe(submitted.id);
    const id = await idOf('judge-6');
    const revoked = await api.request<{ released: number }>('POST', `/api/judgehosts/${id}/revoke`, {
      as: 'admin',
    });
    expect(revoked.body).toEqual({ released: 1 });
    expect((await host.heartbeat()).status).toBe(401);
    expect((await host.finish(task, ['AC', 'AC', 'AC', 'AC'])).status).toBe(401);
    const users = (await api.sql.query('SELECT redis_hash FROM judgehost WHERE id = $1', [id])).rows;
    expect(users).toEqual([{ redis_hash: null }]);
    await host.leave();

    const other = await FakeHost.join(api, 'judge-7', services.redisUrl);
    const again = await other.take();
    expect(again.submissionId).toBe(submitted.id);
    await other.finish(again, ['AC', 'AC', 'AC', 'AC']);
    await other.leave();
  });

  it('can be had again by a host that was revoked', async () => {
    expect((await join(await invite(), 'judge-6')).status).toBe(201);
    const { body } = await api.get<{ judgehosts: Judgehost[] }>('/api/judgehosts', 'admin');
    expect(body.judgehosts.find(({ name }) => name === 'judge-6')).toMatchObject({
      mode: 'on',
      credential: { revokedAt: null, ownRedisUser: true },
    });
  });

  it('is void in the queue again after Redis has lost its users, until the api is back with them', async () => {
    const { body } = await join(await invite(), 'judge-8');
    const { body: answer } = await register('judge-8', body.token);
    const admin = new Redis(redisOptions(services.redisUrl));
    await admin.call('ACL', 'DELUSER', `sandglass-judgehost-${body.id}`);
    expect(await reaches(answer.redis.url)).toBe(false);
    // The api's connections break and are made again, as they are when Redis restarts.
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const deadline = Date.now() + 20_000;
    while (!(await reaches(answer.redis.url))) {
      if (Date.now() > deadline) throw new Error('the user was not made again');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    admin.disconnect();
  });
});
