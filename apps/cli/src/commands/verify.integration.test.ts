import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { smallPackage, squareInC } from '../testing/small-package.ts';

interface VerifyJson {
  ok: boolean;
  packages: {
    path: string;
    ok: boolean;
    error: string | null;
    issues: { severity: string; code: string }[];
    submissions: { path: string; expected: string[]; verdict: string | null; ok: boolean; reason: string }[];
  }[];
}

describe.skipIf(whyNoSandbox() !== null)('./sandglass verify', () => {
  const garbage: string[] = [];
  afterAll(() => Promise.all(garbage.map((path) => rm(path, { recursive: true, force: true }))));

  async function aPackage(changes: Readonly<Record<string, string | null>> = {}): Promise<string> {
    const path = await smallPackage(changes);
    garbage.push(dirname(path));
    return path;
  }

  async function verify(...argv: string[]): Promise<VerifyJson & { status: number | null }> {
    const { status, stdout } = await runCommand(['verify', '--json', ...argv]);
    return { status, ...(JSON.parse(stdout) as VerifyJson) };
  }

  it('judges every jury submission and exits with 0 when all is as expected', async () => {
    const path = await aPackage();
    const { status, ok, packages } = await verify(path);
    expect({ status, ok }).toEqual({ status: 0, ok: true });
    expect(packages[0]?.submissions).toMatchObject([
      { path: 'submissions/accepted/double.c', expected: ['AC'], verdict: 'AC', ok: true },
      { path: 'submissions/accepted/double.py', expected: ['AC'], verdict: 'AC', ok: true },
      { path: 'submissions/run_time_error/crash.py', expected: ['RTE'], verdict: 'RTE', ok: true },
      { path: 'submissions/wrong_answer/square.c', expected: ['WA'], verdict: 'WA', ok: true },
    ]);
  });

  it('exits with 1 when a submission gets another verdict than expected, and says which', async () => {
    const path = await aPackage({ 'submissions/accepted/square.c': squareInC });
    const { status, packages } = await verify(path);
    expect(status).toBe(1);
    expect(packages[0]?.submissions.filter(({ ok }) => !ok)).toMatchObject([
      {
        path: 'submissions/accepted/square.c',
        verdict: 'WA',
        reason: expect.stringContaining('secret/1-three'),
      },
    ]);
    const { stdout } = await runCommand(['verify', path]);
    expect(stdout).toMatch(/NOT OK/);
    expect(stdout).toMatch(/✗ +submissions\/accepted\/square\.c +AC +WA/);
  });

  it('judges several packages side by side with --jobs, each with its own result', async () => {
    const [good, bad] = [await aPackage(), await aPackage({ 'submissions/wrong_answer/square.c': 'int x' })];
    const { status, packages } = await verify('--jobs', '2', good, bad);
    expect(status).toBe(1);
    expect(packages.map(({ path, ok }) => [path, ok])).toEqual([
      [good, true],
      [bad, false],
    ]);
  });

  it('exits with 1 for a package that is not valid, and names the file', async () => {
    const path = await aPackage({ 'data/secret/1-three.ans': null });
    const { status, packages } = await verify(path);
    expect(status).toBe(1);
    expect(packages[0]?.issues).toContainEqual(
      expect.objectContaining({ severity: 'error', file: expect.stringContaining('1-three') }),
    );
  });

  it('exits with 1 for what is no package at all', async () => {
    const file = join(dirname(await aPackage()), 'no-package.zip');
    await writeFile(file, 'this is not a zip');
    const { status, packages } = await verify(file);
    expect(status).toBe(1);
    expect(packages[0]?.error).not.toBeNull();
  });

  it('says of a submission in a language it does not have that it was not judged', async () => {
    const path = await aPackage({
      'submissions/accepted/double.adb': 'procedure Double is begin null; end;',
    });
    const { status, packages } = await verify(path);
    expect(status).toBe(1);
    expect(packages[0]?.submissions).toContainEqual(
      expect.objectContaining({ path: 'submissions/accepted/double.adb', verdict: null, ok: false }),
    );
  });

  it.for([
    ['no package', []],
    ['no number of jobs', ['--jobs', 'many', 'x']],
  ] as const)('exits with 2 for %s', async ([, argv]) => {
    const { status, stderr } = await runCommand(['verify', ...argv]);
    expect(status).toBe(2);
    expect(stderr).toContain('./sandglass help verify');
  });
});
