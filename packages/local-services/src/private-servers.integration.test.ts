import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './managed-process.ts';
import { migratedCluster } from './migrated-cluster.ts';
import { serviceUser } from './ordinary-user.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { startRedis, type PrivateRedis } from './redis.ts';
import { rememberSecret } from './secret.ts';

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

async function redis({ socket, password }: PrivateRedis, command: string): Promise<string> {
  const env = { ...process.env, REDISCLI_AUTH: password };
  return (await run('redis-cli', ['-s', socket, ...command.split(' ')], { env })).stdout.trim();
}

describe('a secret', () => {
  it('of which a power cut left the file and not the bytes is made again, and then stays', async () => {
    const file = join(dataFolder, 'a-secret');
    await writeFile(file, '');
    expect(rememberSecret(file, () => 'made again')).toBe('made again');
    expect(rememberSecret(file, () => 'another')).toBe('made again');
  });
});

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
    await redis(first, 'SET kept 42');
    await first.stop();
    const second = await startRedis({ dataFolder });
    expect(await redis(second, 'GET kept')).toContain('42');
    expect(await redis(second, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
    await second.stop();
  });

  it('takes the place of a server whose parent was killed', async () => {
    const orphan = await startRedis({ dataFolder });
    const next = await startRedis({ dataFolder });
    expect(isAlive(orphan.process.identity)).toBe(false);
    expect(await redis(next, 'PING')).toBe('PONG');
    await next.stop();
  });

  it('asks for its password, and is bounded in memory', async () => {
    const server = await startRedis({ dataFolder });
    const { stdout } = await run('redis-cli', ['-s', server.socket, 'KEYS', '*']);
    expect(stdout).toContain('NOAUTH');
    expect(Number((await redis(server, 'CONFIG GET maxmemory')).split('\n')[1])).toBeGreaterThan(0);
    await server.stop();
  });
});

describe('the folders of the servers', () => {
  const [database, api, judgehost] = (['database', 'api', 'judgehost'] as const).map(serviceUser);

  it('are entered by the server’s and the api’s user only, and by judgehosts where Redis alone is', async () => {
    const servers = [await startPostgres({ dataFolder }), await startRedis({ dataFolder })];
    const ownerOf = async (name: string): Promise<number[]> => {
      const { mode, uid, gid } = await stat(join(dataFolder, name));
      return [mode & 0o7777, uid, gid];
    };
    expect(await ownerOf('run')).toEqual([0o710, database?.uid, api?.gid]);
    expect(await ownerOf('run-judgehost')).toEqual([0o710, process.getuid?.(), judgehost?.gid]);
    expect(await readdir(join(dataFolder, 'run-judgehost'))).toEqual(['redis.sock']);
    for (const folder of ['postgres', 'redis'])
      expect(await ownerOf(folder)).toEqual([0o700, database?.uid, database?.gid]);
    for (const server of servers) await server.stop();
  });

  it('are taken over from the one user of earlier versions, with what is in them', async () => {
    const data = join(dataFolder, 'earlier');
    await mkdir(data);
    const before = { dataFolder: data };
    const postgres = await startPostgres(before);
    await sql(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await postgres.stop();
    const first = await startRedis(before);
    await redis(first, 'SET kept 42');
    await first.stop();
    const foreign = join(data, 'redis/foreign');
    const outside = join(dataFolder, 'outside');
    await writeFile(outside, '');
    await symlink(outside, join(data, 'redis/link'));
    await run('chown', [
      '-R',
      '-h',
      `${String(api?.uid)}:${String(api?.gid)}`,
      ...['postgres', 'redis', 'run'].map((name) => join(data, name)),
    ]);
    await writeFile(foreign, '');

    const again = await startPostgres(before);
    expect(await sql(again.url, 'SELECT answer FROM kept')).toBe('42');
    await again.stop();
    const second = await startRedis(before);
    expect(await redis(second, 'GET kept')).toBe('42');
    await second.stop();
    expect((await stat(join(data, 'postgres/base'))).uid).toBe(database?.uid);
    for (const untouched of [foreign, outside]) expect((await stat(untouched)).uid).toBe(process.getuid?.());
  });
});
