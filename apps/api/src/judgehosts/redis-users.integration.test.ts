import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { startRedis, type PrivateRedis } from '@sandglass/local-services';
import { redisOptions, workerUserName } from '@sandglass/queue';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRedis } from '../judging/redis-connection.ts';
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
      repository: {
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
});
