import { execFile } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms, serviceUser } from '@sandglass/local-services';
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const judge = serviceUser('judgehost');
let stack: TestStack;
let data = '';

beforeAll(async () => {
  stack = await startStack({ problems: [] });
  data = stack.stack.options.dataFolder;
});
afterAll(() => stack?.stop());

/** What a command says, to either stream, when the judgehost's own user runs it. */
async function asJudgehost(...words: string[]): Promise<string> {
  const identity = [`--reuid=${String(judge.uid)}`, `--regid=${String(judge.gid)}`, '--clear-groups', '--'];
  try {
    const { stdout, stderr } = await run('setpriv', [...identity, ...words]);
    return `exit 0: ${stdout}${stderr}`;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `refused: ${stdout}${stderr}`;
  }
}

const pidOf = (name: string): string =>
  String(stack.stack.processes.find(({ options }) => options.name.startsWith(name))?.identity.pid);

describe('on one machine', () => {
  it('database, api and judgehost are different users', async () => {
    const users = await Promise.all(
      ['PostgreSQL', 'Redis', 'api', 'judgehost'].map(
        async (name) => (await stat(`/proc/${pidOf(name)}`)).uid,
      ),
    );
    const [database, api] = [serviceUser('database').uid, serviceUser('api').uid];
    expect(users).toEqual([database, database, api, judge.uid]);
    expect(new Set([...users, 0]).size).toBe(4);
  });

  it('the judgehost’s user reaches no database', async () => {
    const psql = join(postgresPrograms(), 'psql');
    const query = ['-X', '-c', 'SELECT 1'];
    expect(await asJudgehost(psql, stack.stack.databaseUrl, ...query)).toMatch(
      /^refused:.*Permission denied/s,
    );
  });

  it('a user who comes to the database’s socket must be one that may', async () => {
    // Past the folder, as if it were open: by a link to its socket that root makes for everybody.
    const open = join(data, 'open');
    await run('install', ['-d', '-m', '755', open]);
    await run('ln', [join(data, 'run/.s.PGSQL.5432'), join(open, '.s.PGSQL.5432')]);
    const psql = [join(postgresPrograms(), 'psql'), '-X', '-h', open, '-U', 'sandglass', '-c', 'SELECT 1'];
    expect(await asJudgehost(...psql)).toMatch(/^refused:.*Peer authentication failed/s);
  });

  it('the judgehost’s user is nobody in Redis without its own password', async () => {
    expect(await asJudgehost('redis-cli', '-s', join(data, 'run/redis.sock'), 'PING')).toMatch(
      /Permission denied/,
    );
    expect(await asJudgehost('redis-cli', '-s', join(data, 'run-judgehost/redis.sock'), 'KEYS', '*')).toMatch(
      /NOAUTH/,
    );
  });

  it('the judgehost’s user reads no secret, no data and no log of the others', async () => {
    for (const folder of ['secrets', 'api', 'postgres', 'redis', 'log', 'run'])
      expect(await asJudgehost('ls', join(data, folder)), folder).toMatch(/^refused:.*Permission denied/s);
    for (const name of await readdir(join(data, 'secrets')))
      expect(await asJudgehost('cat', join(data, 'secrets', name)), name).toMatch(/^refused:/);
    for (const name of ['api', 'PostgreSQL', 'Redis'])
      expect(await asJudgehost('cat', `/proc/${pidOf(name)}/environ`), name).toMatch(
        /^refused:.*Permission denied/s,
      );
  });

  it('the judgehost’s user ends and traces no other service', async () => {
    for (const name of ['api', 'PostgreSQL', 'Redis']) {
      expect(await asJudgehost('kill', '-s', 'TERM', pidOf(name)), name).toMatch(/^refused:.*not permitted/s);
      expect(await asJudgehost('ls', '-l', `/proc/${pidOf(name)}/fd`), name).toMatch(/Permission denied/);
    }
  });

  it('the judgehost knows no secret but its token', async () => {
    const environment = await readFile(`/proc/${pidOf('judgehost')}/environ`, 'utf8');
    for (const name of await readdir(join(data, 'secrets'))) {
      const secret = (await readFile(join(data, 'secrets', name), 'utf8')).trim();
      expect(environment.includes(secret), name).toBe(false);
    }
    expect(environment).toContain('SANDGLASS_TOKEN=');
    expect(environment).not.toMatch(/DATABASE_URL|REDIS_URL|SANDGLASS_SECRET|ADMIN_PASSWORD/);
  });
});
