/** What comes from strangers, and what ends a command early: nothing of it commands a terminal or is left behind. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from '../platform/checkout.ts';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { doubleInC, smallPackage } from '../testing/small-package.ts';

const program = [
  join(checkoutRoot, 'node_modules/.bin/node'),
  join(checkoutRoot, 'apps/cli/src/main.ts'),
] as const;

describe.skipIf(whyNoSandbox() !== null)('commands and strangers', () => {
  let folder: string;
  let problem: string;
  const garbage: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-strangers-'));
    problem = await smallPackage();
    garbage.push(folder, dirname(problem));
  });
  afterAll(() => Promise.all(garbage.map((path) => rm(path, { recursive: true, force: true }))));

  async function source(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it('shows what a contestant’s source makes the compiler say without its escapes', async () => {
    const path = await source(
      'evil.c',
      '#error \u001b]0;owned\u0007 \u001b[2J \u202e\nint main(void) { return 0; }\n',
    );
    const { status, stdout } = await runCommand(['judge', '--problem', problem, path]);
    expect(status).toBe(0);
    expect(stdout).toContain('double, C: CE');
    expect(stdout).toContain('\\x1b]0;owned\\x07');
    expect(stdout).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
    const json = await runCommand(['judge', '--json', '--problem', problem, path]);
    expect(json.stdout).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'CE' });
  });

  it('takes every language that judge takes in verify, and reports an accepted solution that is too large', async () => {
    const mixed = await smallPackage({
      'problem.yaml':
        'problem_format_version: 2025-09\nname: Double\nuuid: 5c1ff7d3-9d5f-4d38-8b0f-1d8a8b4f7a11\nlimits: {time_limit: 2, code: 1}\n',
      'submissions/accepted/double.bash': 'read -r n\necho $((2 * n))\n',
      'submissions/accepted/large.c': `${doubleInC}/*${'x'.repeat(2000)}*/\n`,
    });
    garbage.push(dirname(mixed));
    const { status, stdout } = await runCommand(['verify', '--json', mixed]);
    expect(status).toBe(1);
    const { packages } = JSON.parse(stdout) as {
      packages: { submissions: { path: string; ok: boolean; verdict: string; reason: string }[] }[];
    };
    const of = (name: string): unknown =>
      packages[0]?.submissions.find(({ path }) => path === `submissions/accepted/${name}`);
    expect(of('double.bash')).toMatchObject({ ok: true, verdict: 'AC', language: 'bash' });
    expect(of('large.c')).toMatchObject({
      ok: false,
      verdict: 'AC',
      reason: expect.stringMatching(/bytes where contestants may hand in 1024 \(limits\.code\)/),
    });
  });

  it('fails when its result cannot be written, and says so unless the reader has left', async () => {
    const full = spawn('/bin/sh', ['-c', '"$@" > /dev/full', 'sh', ...program, 'help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, status] = await Promise.all([
      text(full.stderr),
      new Promise((resolve) => full.once('close', resolve)),
    ]);
    expect({ said, status }).toEqual({
      said: expect.stringMatching(/^sandglass: standard output could not be written: ENOSPC[^\n]*\n$/),
      status: 1,
    });
    const left = spawn('/bin/sh', ['-c', '"$@" | :', 'sh', ...program, 'help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await text(left.stderr)).toBe('');
  });

  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends at %s with nothing said and nothing left', async ([signal, status]) => {
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    const zip = join(folder, `${signal}.zip`);
    await using opened = await openPackage(problem);
    await writePackageZip(opened, zip);
    const sleeps = await source(
      `sleep-${signal}.c`,
      '#include <unistd.h>\nint main(void) { for (;;) pause(); }\n',
    );
    const child = spawn(program[0], [program[1], 'judge', '--problem', zip, sleeps], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary },
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect
      .poll(async () => (await readdir(temporary)).length, { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(1);
    child.kill(signal);
    expect({ status: await ended, said: await said, left: await readdir(temporary) }).toEqual({
      status,
      said: ['', ''],
      left: [],
    });
  });

  it('says where temporary files cannot go', async () => {
    const path = await source('fine.c', doubleInC);
    const { status, stderr } = await runCommand(['judge', '--problem', problem, path], {
      env: { ...process.env, TMPDIR: join(folder, 'nowhere') },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^sandglass judge: the folder for temporary files, .*nowhere, cannot be used[^\n]*\n$/,
    );
  });

  it('says how to become root', async () => {
    const path = await source('fine.c', doubleInC);
    const { status, stderr } = await runCommand(['judge', '--problem', problem, path], {
      uid: 65_534,
      gid: 65_534,
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/sudo \.\/sandglass judge|permission is denied/);
  });
});
