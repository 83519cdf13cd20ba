import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './managed-process.ts';
import { migratedCluster } from './migrated-cluster.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

const run = promisify(execFile);
let dataFolder = '';

beforeAll(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-services-');
  await chmod(dataFolder, 0o755);
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

async function sql(url: string, query: string): Promise<string> {
  return (await run(join(postgresPrograms(), 'psql'), [url, '-X', '-A', '-t', '-c', query])).stdout.trim();
}

function redis(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socket);
    connection.once('error', reject);
    connection.once('data', (bytes) => {
      connection.destroy();
      resolve(bytes.toString().trim());
    });
    connection.write(`${command}\r\n`);
  });
}

describe('private PostgreSQL', () => {
  it('keeps its data over a restart', async () => {
    const first = await startPostgres({ dataFolder });
    await sql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await startPostgres({ dataFolder });
    expect(await sql(second.url, 'SELECT answer FROM kept')).toBe('42');
    await second.stop();
  });

  it('does not run as root and listens on no network address', async () => {
    const server = await startPostgres({ dataFolder });
    const owner = await stat(`/proc/${server.process.identity.pid}`);
    expect(owner.uid).not.toBe(0);
    expect(await sql(server.url, 'SHOW listen_addresses')).toBe('');
    await server.stop();
  });

  it('begins with a copy of a cluster that has all migrations, which stays as it was', async () => {
    const template = await migratedCluster(join(import.meta.dirname, '../../..'));
    const tables = `SELECT count(*) FROM pg_tables WHERE tablename IN ('submission', 'changed')`;
    for (const name of ['one', 'two']) {
      await mkdir(join(dataFolder, name));
      const server = await startPostgres({ dataFolder: join(dataFolder, name), template });
      expect(await sql(server.url, tables)).toBe('1');
      await sql(server.url, 'CREATE TABLE changed ()');
      await server.stop();
    }
  });

  it('takes the place of a server whose parent was killed', async () => {
    const orphan = await startPostgres({ dataFolder });
    const next = await startPostgres({ dataFolder });
    expect(isAlive(orphan.process.identity)).toBe(false);
    expect(await sql(next.url, 'SELECT 1')).toBe('1');
    await next.stop();
  });
});

describe('private Redis', () => {
  it('keeps its keys over a restart and never evicts', async () => {
    const first = await startRedis({ dataFolder });
    await redis(first.socket, 'SET kept 42');
    await first.stop();
    const second = await startRedis({ dataFolder });
    expect(await redis(second.socket, 'GET kept')).toContain('42');
    expect(await redis(second.socket, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
    await second.stop();
  });

  it('takes the place of a server whose parent was killed', async () => {
    const orphan = await startRedis({ dataFolder });
    const next = await startRedis({ dataFolder });
    expect(isAlive(orphan.process.identity)).toBe(false);
    expect(await redis(next.socket, 'PING')).toBe('+PONG');
    await next.stop();
  });

  it('keeps its files from everybody else', async () => {
    const server = await startRedis({ dataFolder });
    const mode = (await stat(join(dataFolder, 'run'))).mode & 0o077;
    expect(mode).toBe(0);
    await server.stop();
  });
});
