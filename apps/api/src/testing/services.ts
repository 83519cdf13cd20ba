/** A PostgreSQL and a Redis of a test file's own, in a folder that goes away with them. */
import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  migratedCluster,
  startPostgres,
  startRedis,
  type PrivatePostgres,
  type PrivateRedis,
} from '@sandglass/local-services';

const checkout = join(import.meta.dirname, '../../../..');

export interface Services extends AsyncDisposable {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly postgres: PrivatePostgres;
  readonly redis: PrivateRedis;
}

export async function startServices(): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), 'sandglass-api-test-'));
  // The servers run as an ordinary user, who must be able to reach their folders.
  await chmod(folder, 0o755);
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataFolder, durable: false, template: await migratedCluster(checkout) }),
    startRedis({ dataFolder, durable: false }),
  ]);
  return {
    folder,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    postgres,
    redis,
    async [Symbol.asyncDispose]() {
      await Promise.all([redis.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
