import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { doubleInC, scoring, smallPackage, squareInC, withValidator } from '../testing/small-package.ts';

interface JudgeJson {
  verdict: string;
  compile: { success: boolean; output: string };
  tests: Record<string, unknown>[];
}

describe.skipIf(whyNoSandbox() !== null)('./sandglass judge', () => {
  let folder: string;
  let problem: string;
  const garbage: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-sources-'));
    problem = await smallPackage();
    garbage.push(folder, dirname(problem));
  });
  afterAll(() => Promise.all(garbage.map((path) => rm(path, { recursive: true, force: true }))));

  async function source(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  async function judge(...argv: string[]): Promise<JudgeJson> {
    const { status, stdout, stderr } = await runCommand(['judge', '--json', ...argv]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as JudgeJson;
  }

  it('prints a table with the verdict of every test', async () => {
    const { status, stdout } = await runCommand([
      'judge',
      '--problem',
      problem,
      await source('a.c', doubleInC),
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^double, C: AC \(Accepted\)/);
    expect(stdout).toMatch(/sample\/1 +AC +\d/);
    expect(stdout).toMatch(/secret\/2-large +AC +\d/);
  });

  it('prints one JSON object with every measurement of every test', async () => {
    const { verdict, compile, tests } = await judge('--problem', problem, await source('a.c', doubleInC));
    expect({ verdict, compile }).toMatchObject({ verdict: 'AC', compile: { success: true } });
    expect(tests).toHaveLength(3);
    for (const test of tests) {
      expect(test).toMatchObject({ verdict: 'AC', exitCode: 0, signal: null });
      for (const key of ['cpuUs', 'wallUs', 'memoryBytes', 'setupUs', 'teardownUs'])
        expect(test[key], key).toBeTypeOf('number');
    }
  });

  it('stops at the first test that fails, or goes on with --all', async () => {
    const square = await source('square.c', squareInC);
    const lazy = await judge('--problem', problem, square);
    expect(lazy.tests.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['sample/1', 'AC'],
      ['secret/1-three', 'WA'],
    ]);
    const all = await judge('--problem', problem, '--all', square);
    expect(all.verdict).toBe('WA');
    expect(all.tests).toHaveLength(3);
  });

  it('exits with 0 for a compile error too, and shows the compiler’s words', async () => {
    const { verdict, compile, tests } = await judge(
      '--problem',
      problem,
      await source('bad.cpp', 'int main('),
    );
    expect(verdict).toBe('CE');
    expect(compile.success).toBe(false);
    expect(compile.output).toContain('error');
    expect(tests).toEqual([]);
  });

  it('takes the language that is named rather than the one that is guessed', async () => {
    const c = await source('main.c', 'int main() { return 0; }');
    const { stdout } = await runCommand(['judge', '--problem', problem, '--language', 'cpp', c]);
    expect(stdout).toMatch(/^double, C\+\+: NO/);
  });

  it('judges with a custom validator', async () => {
    const even = await smallPackage(withValidator);
    garbage.push(dirname(even));
    const { verdict } = await judge('--problem', even, await source('eight.py', 'print(8)'));
    expect(verdict).toBe('AC');
    const odd = await judge('--problem', even, await source('seven.py', 'print(7)'));
    expect(odd.verdict).toBe('WA');
  });

  it.for([
    ['no package', ['x.c'], /--problem PKG is missing/],
    ['a package that is not there', ['--problem', '/nowhere', 'x.c'], /nowhere/],
    ['no source', ['--problem', 'PKG'], /a source file is missing/],
    ['a source that is not there', ['--problem', 'PKG', '/nowhere/x.c'], /cannot be read/],
    [
      'an unknown language',
      ['--problem', 'PKG', '--language', 'intercal', 'x.c'],
      /the languages are c, cpp/,
    ],
    ['a language nobody can guess', ['--problem', 'PKG', 'x.txt'], /give --language/],
    ['an unknown option', ['--problem', 'PKG', '--fast', 'x.c'], /--fast/],
  ] as const)('exits with 2 and says where the usage is for %s', async ([, argv, says]) => {
    const real = argv.map((word) => (word === 'PKG' ? problem : word === 'x.c' ? join(folder, 'a.c') : word));
    const { status, stdout, stderr } = await runCommand(['judge', ...real]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(says);
    expect(stderr).toContain('./sandglass help judge');
  });

  it('judges under the limits of the package’s own file', async () => {
    const narrow = await smallPackage({
      'sandglass.yaml': 'limits: {wall_time: 1.5, processes: 1, file_size: 1, box: 64}\n',
    });
    garbage.push(dirname(narrow));
    const forks = '#include <unistd.h>\nint main(void) { return fork() < 0 ? 7 : 8; }\n';
    const judged = await judge('--problem', narrow, await source('forks.c', forks));
    expect(judged).toMatchObject({
      verdict: 'RTE',
      limits: { wallUs: 1_500_000, processes: 1, fileBytes: 1024 ** 2, boxBytes: 64 * 1024 ** 2 },
    });
    expect(judged.tests[0]).toMatchObject({ exitCode: 7, reason: expect.stringContaining('process limit') });
  });

  it('exits with 1 for a kind of problem it cannot judge, and says so', async () => {
    const points = await smallPackage(scoring);
    garbage.push(dirname(points));
    const { status, stderr } = await runCommand([
      'judge',
      '--problem',
      points,
      await source('a.c', doubleInC),
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain('scoring problems cannot be judged');
  });

  it('leaves nothing in the temporary folder', async () => {
    const ours = async (): Promise<string[]> =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('sandglass-judge-'));
    const before = await ours();
    await judge('--problem', problem, await source('a.c', doubleInC));
    const left = (await ours()).filter((name) => !before.includes(name));
    expect(left).toEqual([]);
  });
});
