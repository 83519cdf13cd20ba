/** The containers without an engine: what they would start, as the users and with the files that they would have. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules/.bin/node');

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp('/tmp/sandglass-containers-');
  await chmod(folder, 0o755);
  await cp(join(root, 'docker/make-secrets.sh'), join(folder, 'docker/make-secrets.sh'));
  await makeSecrets();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const makeSecrets = () => run(join(folder, 'docker/make-secrets.sh'));

/** The number that a Dockerfile gives the user of its service. */
function userOf(dockerfile: string): number {
  return Number(/useradd .*--uid (\d+)/.exec(readFileSync(join(root, dockerfile), 'utf8'))?.[1]);
}

/** What `/run/secrets` is in a container: each file of the service, with its owner and mode. */
async function mounted(service: string): Promise<string> {
  const target = join(folder, `run-${service}`);
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  for (const name of compose.services[service]?.secrets ?? [])
    await run('cp', ['-p', join(folder, 'docker/secrets', name), target]);
  return target;
}

/** The service's environment, its defaults filled in. */
function environmentOf(service: string, secrets: string): Record<string, string> {
  const given = compose.services[service]?.environment ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace('/run/secrets', secrets),
    ]),
  );
}

function as(uid: number, words: readonly string[]): string[] {
  return [`--reuid=${String(uid)}`, `--regid=${String(uid)}`, '--clear-groups', '--', ...words];
}

async function readConfig(app: string, uid: number, env: Record<string, string>): Promise<string> {
  const module = join(root, `apps/${app}/src/platform/${app === 'api' ? 'config/config' : 'config'}.ts`);
  const script = `const { readConfig } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(readConfig(process.env)))`;
  const { stdout } = await run('setpriv', as(uid, [node, '--input-type=module', '-e', script]), {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

describe('the secrets of the containers', () => {
  it('are read by the api as its image’s user', async () => {
    const secrets = await mounted('api');
    const env = { ...environmentOf('api', secrets), SANDGLASS_DATA: '/var/lib/sandglass' };
    const config = JSON.parse(await readConfig('api', userOf('docker/api.Dockerfile'), env)) as unknown;
    expect(config).toMatchObject({
      databaseUrl: expect.stringMatching(/^postgresql:\/\/sandglass:.{20,}@postgres:5432\/sandglass$/),
      // Without the api's own password.
      judgehostRedisUrl: 'redis://redis:6379',
      judgehostRedisUsers: true,
    });
    await expect(readConfig('api', 65_534, env)).rejects.toThrow(/EACCES/);
  });

  it('are read by the judgehost as its image’s user, once an administrator has put the token there', async () => {
    const token = 'a-token-of-a-judgehost';
    await writeFile(join(folder, 'docker/secrets/judgehost-token'), `${token}\n`);
    const secrets = await mounted('judgehost');
    const env = environmentOf('judgehost', secrets);
    const config = await readConfig('judgehost', userOf('docker/judgehost.Dockerfile'), env);
    expect(JSON.parse(config)).toMatchObject({ token });
  });

  it('start Redis as its own user, with the password, never evicting', { timeout: 60_000 }, async () => {
    const secrets = await mounted('redis');
    const data = join(folder, 'redis');
    await mkdir(data);
    await chown(data, 999, 999);
    const socket = join(data, 'redis.sock');
    const words = ['redis-server', join(secrets, 'redis-config'), '--port', '0', '--unixsocket', socket];
    const server = spawn('setpriv', as(999, words), { cwd: data, stdio: 'ignore' });
    const ended = once(server, 'exit');
    const cli = (...command: string[]): Promise<string> =>
      run('redis-cli', ['-s', socket, ...command], {
        env: { ...process.env, REDISCLI_AUTH: readFileSync(join(secrets, 'redis-password'), 'utf8').trim() },
      }).then(({ stdout }) => stdout.trim(), String);
    try {
      await expect.poll(() => cli('PING'), { timeout: 30_000 }).toBe('PONG');
      expect((await run('redis-cli', ['-s', socket, 'KEYS', '*'])).stdout).toContain('NOAUTH');
      expect(await cli('CONFIG', 'GET', 'maxmemory-policy')).toContain('noeviction');
      expect(await cli('CONFIG', 'GET', 'appendonly')).toContain('yes');
    } finally {
      server.kill();
      await ended;
    }
  });

  it('belong each to the one who reads it, in a folder of root’s, also where an earlier version made them', async () => {
    const secrets = join(folder, 'docker/secrets');
    const names = await readdir(secrets);
    const before = readFileSync(join(secrets, 'signing-secret'), 'utf8');
    for (const name of names) await run('chown', ['0:0', join(secrets, name)]);
    await makeSecrets();
    expect(readFileSync(join(secrets, 'signing-secret'), 'utf8')).toBe(before);
    expect((await stat(secrets)).mode & 0o7777).toBe(0o700);
    for (const name of names) {
      const { mode, uid } = await stat(join(secrets, name));
      const owner = /^(database|redis)-password$/.test(name) ? 0 : 999;
      expect([name, mode & 0o777, uid]).toEqual([name, 0o400, owner]);
    }
  });

  it('are not made halfway by somebody who may not give them away', async () => {
    const words = as(65_534, [join(folder, 'docker/make-secrets.sh')]);
    await expect(run('setpriv', words)).rejects.toThrow(/sudo/);
  });
});
