import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { redisOptions, withRedisUser, workerUserName } from '@sandglass/queue';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRedis } from '../platform/redis/redis-connection.ts';
import { RedisUsers } from './redis-users.ts';

let dataFolder = '';
let server: PrivateRedis;
let admin: Redis;

beforeAll(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-redis-users-');
  await chmod(dataFolder, 0o755);
  server = await startRedis({ dataFolder, durable: false });
  admin = new Redis(redisOptions(server.url));
});
afterAll(async () => {
  admin?.disconnect();
  await server?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const hash = 'a'.repeat(64);
const users = async (): Promise<string[]> =>
  ((await admin.call('ACL', 'USERS')) as string[]).filter((name) => name !== 'default').toSorted();

describe('the users of judgehosts in Redis', () => {
  it('are made when the database is back too, and one that cannot be made keeps no other out', async () => {
    const redis = openRedis(server.url, () => {});
    let reads = 0;
    let before: readonly string[] = [];
    const own = new RedisUsers({
      redis,
      credentials: {
        redisHashes: async () => {
          reads += 1;
          if (reads === 1) throw new Error('the database is starting up');
          if (reads === 3) before = await users();
          return [
            { id: '1', hash: reads === 2 ? 'no hash' : hash },
            { id: '2', hash },
          ];
        },
      },
      provideScripts: async () => {},
      url: server.url,
      prefix: 'test',
      enabled: true,
      log: pino({ level: 'silent' }),
    });
    own.open();
    await expect.poll(users, { timeout: 30_000, interval: 20 }).toEqual(['1', '2'].map(workerUserName));
    expect(before).toEqual([workerUserName('2')]);
    own.close();
    redis.disconnect();
  });

  /** @param rows of the database, as they are at each comparison */
  function usersOf(redis: Redis, rows: () => { id: string; hash: string | null }[]): RedisUsers {
    return new RedisUsers({
      redis,
      credentials: { redisHashes: () => Promise.resolve(rows()) },
      provideScripts: async () => {},
      url: server.url,
      prefix: 'test',
      enabled: true,
      log: pino({ level: 'silent' }),
    });
  }

  it('go when Redis is back, where a host was revoked or its token changed while it was away', async () => {
    const newHash = 'b'.repeat(64);
    for (const one of ['revoked', 'changed', 'same', 'stranger'])
      await admin.call('ACL', 'SETUSER', workerUserName(one), 'on', `#${hash}`);
    const redis = openRedis(server.url, () => {});
    const own = usersOf(redis, () => [
      { id: 'revoked', hash: null },
      { id: 'changed', hash: newHash },
      { id: 'same', hash },
    ]);
    own.open();
    const passwords = async (id: string): Promise<unknown> =>
      ((await admin.call('ACL', 'GETUSER', workerUserName(id))) as unknown[] | null)?.[3] ?? null;
    await expect.poll(() => passwords('revoked'), { interval: 20 }).toBeNull();
    await expect.poll(() => passwords('changed'), { interval: 20 }).toEqual([newHash]);
    expect(await passwords('same')).toEqual([hash]);
    // Another installation's, perhaps.
    expect(await passwords('stranger')).toEqual([hash]);
    own.close();
    redis.disconnect();
  });

  it('are never the api’s own: without the right to make users a host is refused, and the answer says what helps', async () => {
    await admin.call('ACL', 'SETUSER', 'bare', 'on', '>bare', '~*', '+@all', '-acl');
    const address = withRedisUser(server.url, 'bare', 'bare');
    const redis = openRedis(address, () => {});
    const own = usersOf(redis, () => []);
    await expect(own.addressFor({ id: '9', hash }, 'token')).rejects.toMatchObject({
      code: 'JUDGEHOST_QUEUE_CLOSED',
      message: expect.stringContaining('NOPERM'),
    });
    // Somebody gives it the right.
    await admin.call('ACL', 'SETUSER', 'bare', '+acl');
    const given = await own.addressFor({ id: '9', hash }, 'token');
    expect(redisOptions(given)).toMatchObject({ username: workerUserName('9') });
    expect(given).not.toContain(server.password);
    redis.disconnect();
  });
});
