import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SandglassClient } from '@sandglass/client';
import { identify } from '@sandglass/local-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from './platform/checkout.ts';
import { readRunningStack } from './platform/running-stack.ts';

const run = promisify(execFile);
let dataFolder = '';

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** With another default data folder, in which nothing is. */
const elsewhere = { SANDGLASS_DATA_FOLDER: '/tmp/sandglass-nothing-here' };

function sandglass(...argv: string[]): Promise<Outcome> {
  return commandWith({}, argv);
}

async function commandWith(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<Outcome> {
  try {
    const { stdout, stderr } = await run(
      join(checkoutRoot, 'node_modules/.bin/node'),
      [join(checkoutRoot, 'apps/cli/src/main.ts'), ...argv],
      { env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', ...environment } },
    );
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

beforeAll(async () => {
  dataFolder = await mkdtemp('/tmp/sandglass-up-');
  await chmod(dataFolder, 0o755);
});
afterAll(async () => {
  await sandglass('down', '--data', dataFolder);
  await rm(dataFolder, { recursive: true, force: true });
});

describe('up, status and down', () => {
  it('says that nothing runs before the first up', async () => {
    const status = await sandglass('status', '--data', dataFolder);
    expect(status).toMatchObject({ status: 1, stdout: expect.stringContaining('Not running') });
    expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
  });

  it('starts everything, loads the sample contest and prints the logins', { timeout: 180_000 }, async () => {
    const up = await sandglass('up', '--detach', '--port', '0', '--data', dataFolder);
    expect(up.stderr).toBe('');
    expect(up.stdout).toMatch(/Sandglass is ready at http:\/\/127\.0\.0\.1:\d+/);
    for (const who of ['admin', 'jury', 'team']) expect(up.stdout).toMatch(new RegExp(`^ +${who}`, 'm'));
    const status = await sandglass('status', '--data', dataFolder, '--json');
    expect(status.status).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, well: true, ready: true });
  });

  it('has a contest beside it with problems of the other kinds, in which its teams take part', async () => {
    const secret = join(dataFolder, 'secrets/account-team01');
    const login = { username: 'team01', password: (await readFile(secret, 'utf8')).trim() };
    const team = new SandglassClient(readRunningStack(dataFolder)?.url ?? '', login);
    expect((await team.contests()).map(({ id }) => id).toSorted()).toEqual(['practice', 'warmup']);
    const source = join(checkoutRoot, 'samples/practice/guess/submissions/accepted/bisect.py');
    const { id } = await team.submit('practice', {
      problem: 'X',
      language: 'python3',
      files: [{ name: 'bisect.py', content: await readFile(source, 'utf8') }],
    });
    expect((await team.verdictOf(id, 60_000)).verdict).toBe('AC');
  });

  it('is found without a data folder on the command line, and an error asks for one when it does not run', async () => {
    for (const command of ['status', 'down']) {
      const { stdout } = await commandWith(elsewhere, [command]);
      expect(stdout).toContain('--data DIR');
      expect(stdout).toMatch(new RegExp(`^  ${dataFolder}  running at http://`, 'm'));
    }
  });

  it('runs nothing but the sandbox broker and the supervising command as root', async () => {
    for (const { name, identity } of readRunningStack(dataFolder)?.processes ?? []) {
      const { stdout } = await run('ps', ['-o', 'uid=', '-p', String(identity.pid)]);
      expect(Number(stdout), name).not.toBe(0);
    }
  });

  it('shows the logins to nobody else: the logs are the caller’s own', async () => {
    for (const name of ['log', 'log/up.log', 'secrets', 'secrets/admin-password']) {
      const { mode, uid } = await stat(join(dataFolder, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
      if (!name.includes('/')) expect([name, uid]).toEqual([name, process.getuid?.()]);
    }
  });

  it('answers a second up with the address of the first', async () => {
    const again = await sandglass('up', '--detach', '--data', dataFolder);
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('already running') });
  });

  it.each(['api', 'Redis', 'PostgreSQL'])('starts a killed %s again', { timeout: 60_000 }, async (killed) => {
    const service = readRunningStack(dataFolder)?.processes.find(({ name }) => name === killed);
    expect(service).toBeDefined();
    if (service !== undefined) process.kill(service.identity.pid, 'SIGKILL');
    await expect
      .poll(async () => JSON.parse((await sandglass('status', '--data', dataFolder, '--json')).stdout).well, {
        timeout: 30_000,
        interval: 500,
      })
      .toBe(true);
  });

  it('starts the judgehost again when its broker is killed', { timeout: 90_000 }, async () => {
    const judgehost = (): number =>
      readRunningStack(dataFolder)?.processes.find(({ name }) => name.startsWith('judgehost'))?.identity
        .pid ?? 0;
    const before = judgehost();
    const children = (await readFile(`/proc/${before}/task/${before}/children`, 'utf8')).trim().split(' ');
    expect(children).toHaveLength(1);
    process.kill(Number(children[0]), 'SIGKILL');
    await expect.poll(judgehost, { timeout: 60_000, interval: 250 }).not.toBe(before);
    expect(identify(judgehost())).toBeDefined();
  });

  it('keeps what is in it over down and up, and down leaves no process', { timeout: 300_000 }, async () => {
    const before = readRunningStack(dataFolder);
    expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
    for (const { identity } of before?.processes ?? []) expect(identify(identity.pid)).toBeUndefined();
    const contest = ['--contest', join(checkoutRoot, 'samples/regional/contest.yaml')];
    const up = await sandglass('up', '--detach', '--port', '0', '--data', dataFolder, ...contest);
    expect(up.status).toBe(0);
    expect(up.stdout).not.toContain('Loading the sample contest');
    // A whole contest from a file: problems, teams, accounts.
    expect(up.stdout).not.toContain('FAILED');
    expect(up.stdout).toMatch(/People: \d\d new or changed/);
    const login = { username: 'analyst', password: /analyst +analyst +(\S+)/.exec(up.stdout)?.[1] ?? '' };
    const url = (): string => readRunningStack(dataFolder)?.url ?? '';
    const board = async () => {
      const { rows, problems } = await new SandglassClient(url(), login).scoreboard('regional');
      return [rows.map(({ team }) => team.name).toSorted(), problems.map(({ label }) => label)];
    };
    expect(await board()).toEqual([
      ['Grains of Sand', 'Leap Second', 'Second Hand'],
      ['A', 'B'],
    ]);
    const starts = async () => (await new SandglassClient(url(), login).contest('regional')).startsAt;
    const first = await starts();
    // Again: nothing has changed, the start stays, and so does the password.
    expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
    const again = await sandglass('up', '--detach', '--port', '0', '--data', dataFolder, ...contest);
    expect(again.stdout).toContain('People: 0 new or changed');
    expect(again.stdout).toMatch(/Problem A: guess is unchanged/);
    expect(again.stdout).not.toMatch(/analyst +analyst/);
    expect([await starts(), await board()]).toEqual([first, await board()]);
  });

  it(
    'needs no person’s password: the admin’s may have been changed, and the account be locked',
    { timeout: 240_000 },
    async () => {
      const urlOf = (): string => readRunningStack(dataFolder)?.url ?? '';
      const up = (): Promise<Outcome> => sandglass('up', '--detach', '--port', '0', '--data', dataFolder);
      // Where it runs already, it says so.
      expect((await up()).status).toBe(0);
      const password = (await readFile(join(dataFolder, 'secrets/admin-password'), 'utf8')).trim();
      const admin = new SandglassClient(urlOf(), { username: 'admin', password });
      const changed = { username: 'admin', role: 'admin' as const, password: 'another password' };
      await admin.createUsers({ users: [changed] });
      await expect.poll(() => admin.contests().catch(String), { timeout: 30_000 }).toMatch(/401/);
      expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
      expect((await up()).stdout).not.toContain('FAILED');

      // As somebody would who wants to keep the administrator out.
      const guess = async (): Promise<unknown> =>
        new SandglassClient(urlOf(), { username: 'admin', password: 'a guess' }).contests().catch(String);
      const guesses = async (): Promise<string[]> =>
        (await Promise.all(Array.from({ length: 60 }, guess))).map(String);
      // Many at once, and again where a busy machine was too slow for them to be too many.
      await expect
        .poll(async () => (await guesses()).filter((answer) => / 429 /.test(answer)).length, {
          timeout: 60_000,
        })
        .toBeGreaterThan(0);
      expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
      expect((await up()).stdout).not.toContain('FAILED');

      const sum = join(checkoutRoot, 'samples/build/sum');
      for (const words of [
        ['judgehost', 'invite'],
        ['judgehost', 'list'],
        ['import', sum],
      ])
        expect(await sandglass(...words, '--data', dataFolder), words.join(' ')).toMatchObject({ status: 0 });
      const token = (await readFile(join(dataFolder, 'secrets/operator-token'), 'utf8')).trim();
      const asked = await fetch(`${urlOf()}/api/admin/registration-tokens`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await asked.text()).toContain('"createdBy":"operator (this machine)"');
      const proxied = { authorization: `Bearer ${token}`, 'x-forwarded-for': '127.0.0.1' };
      const refused = await fetch(`${urlOf()}/api/admin/registration-tokens`, { headers: proxied });
      expect(refused.status).toBe(401);
      expect((await sandglass('down', '--data', dataFolder)).status).toBe(0);
    },
  );

  it('goes on where a step that is optional fails, and says which', { timeout: 180_000 }, async () => {
    const data = join(dataFolder, 'with trouble');
    // A folder in the place of a password.
    await mkdir(join(data, 'secrets/account-jury'), { recursive: true });
    const up = await sandglass('up', '--detach', '--port', '0', '--data', data);
    expect(up).toMatchObject({ status: 0, stdout: expect.stringContaining('Sandglass is ready') });
    expect(up.stdout).toMatch(
      /FAILED: the sample contest could not be loaded; everything else goes on\. EISDIR/,
    );
    const status = JSON.parse((await sandglass('status', '--data', data, '--json')).stdout) as unknown;
    expect(status).toMatchObject({ running: true, well: true });
    expect((await sandglass('down', '--data', data)).status).toBe(0);
  });
});

describe('wrong words', () => {
  it.each([
    [['up', '--port', 'eighty'], '--port must be a whole number'],
    [['up', '--contest', '/no/such.yaml'], '--contest: there is no file /no/such.yaml'],
    [['up', '--slots', '0'], '--slots must be a whole number'],
    [['up', '--colour', 'red'], 'there is no option --colour'],
    [['bench', 'nonsense'], 'there is no bench "nonsense"'],
    [['nonsense'], 'there is no command "nonsense"'],
  ])('%j is refused with what would be right', async (argv, message) => {
    const outcome = await sandglass(...argv);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain(message);
  });
});
