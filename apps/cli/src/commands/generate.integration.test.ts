/** Real generators in the real sandbox: gcc and Python. Eight seconds. */
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { smallPackage } from '../testing/small-package.ts';

interface GenerateJson {
  ok: boolean;
  files: { file: string; by: string; state: string; bytes: number | null; reason: string }[];
}

const generators = {
  'generators/generators.yaml': `solution: /submissions/accepted/double.py
data:
  secret:
    data:
      1-three: count.c 3
      3-random: pick.py {seed} 100
      deep:
        data:
          04: { generate: count.c 40 }
`,
  'generators/count.c': '#include <stdio.h>\nint main(int n, char **word) { puts(word[1]); }\n',
  'generators/pick.py':
    'import random, sys\nprint(random.Random(int(sys.argv[1])).randint(1, int(sys.argv[2])))\n',
} as const;

const bad = {
  'generators/generators.yaml': `data:
  secret:
    data:
      a-varies: varies.py
      b-crashes: crashes.py
      c-good: good.py
      d-floods: floods.c
      e-spies: spies.py
      f-broken: broken.c
`,
  'generators/varies.py': 'import os\nprint(os.urandom(8).hex())\n',
  'generators/crashes.py': 'raise SystemExit("no idea")\n',
  'generators/good.py': 'print(7)\n',
  'generators/floods.c':
    '#include <stdio.h>\nint main() { static char a[1 << 20]; for (;;) fwrite(a, 1, sizeof a, stdout); }\n',
  // A generator is no more trusted than a submission.
  'generators/spies.py': 'print(open("/etc/shadow").read())\n',
  'generators/broken.c': 'int main() { return }\n',
} as const;

describe.skipIf(whyNoSandbox() !== null)('./sandglass generate', () => {
  let problem: string, broken: string;
  const garbage: string[] = [];

  beforeAll(async () => {
    problem = await smallPackage(generators);
    broken = await smallPackage(bad);
    garbage.push(dirname(problem), dirname(broken));
  });
  afterAll(() => Promise.all(garbage.map((path) => rm(path, { recursive: true, force: true }))));

  async function generate(status: number, ...argv: string[]): Promise<GenerateJson> {
    const done = await runCommand(['generate', '--json', ...argv]);
    expect({ status: done.status, stderr: done.stderr }).toEqual({ status, stderr: '' });
    return JSON.parse(done.stdout) as GenerateJson;
  }
  const states = ({ files }: GenerateJson) => files.map(({ file, state }) => `${file} ${state}`);
  const read = (name: string) => readFile(join(problem, name), 'utf8');

  it('shows what would be made, and writes nothing', async () => {
    expect(states(await generate(1, '--check', problem))).toEqual([
      'data/secret/1-three.in same',
      'data/secret/1-three.ans same',
      'data/secret/3-random.in new',
      'data/secret/3-random.ans new',
      'data/secret/deep/04.in new',
      'data/secret/deep/04.ans new',
    ]);
    await expect(stat(join(problem, 'data/secret/3-random.in'))).rejects.toThrow(/ENOENT/);
  });

  it('makes inputs with generators and answers with the solution, the same every time', async () => {
    const made = await generate(0, problem);
    expect(made.files.map(({ by }) => by)).toEqual([
      'generators/count.c',
      'submissions/accepted/double.py',
      'generators/pick.py',
      'submissions/accepted/double.py',
      'generators/count.c',
      'submissions/accepted/double.py',
    ]);
    expect([await read('data/secret/deep/04.in'), await read('data/secret/deep/04.ans')]).toEqual([
      '40\n',
      '80\n',
    ]);
    expect(Number(await read('data/secret/3-random.ans'))).toBe(
      2 * Number(await read('data/secret/3-random.in')),
    );
    const again = await generate(0, '--check', problem);
    expect(new Set(again.files.map(({ state }) => state))).toEqual(new Set(['same']));
    const verified = await runCommand(['verify', problem]);
    expect(verified.stdout).toContain('double: ok');
  });

  it('makes one test with a command of its own', async () => {
    const made = await generate(0, problem, '--test', 'secret/5-own', '--command', 'count.c 21');
    expect(states(made)).toEqual(['data/secret/5-own.in new', 'data/secret/5-own.ans new']);
    expect(await read('data/secret/5-own.ans')).toBe('42\n');
  });

  it('says which file could not be made and why, and makes the others', async () => {
    const made = await generate(1, broken, '--no-answers');
    expect(states(made)).toEqual([
      'data/secret/a-varies.in failed',
      'data/secret/b-crashes.in failed',
      'data/secret/c-good.in new',
      'data/secret/d-floods.in failed',
      'data/secret/e-spies.in failed',
      'data/secret/f-broken.in failed',
    ]);
    const reasons = made.files.map(({ reason }) => reason);
    expect(reasons[0]).toContain('the same data/secret/a-varies.in twice');
    expect(reasons[1]).toMatch(/ended with status 1.*no idea/);
    expect(reasons[3]).toContain('printed more than 512 MiB');
    expect(reasons[4]).toMatch(/shadow/);
    expect(reasons[5]).toContain('generators/broken.c does not compile');
    await expect(stat(join(broken, 'data/secret/d-floods.in'))).rejects.toThrow(/ENOENT/);
  }, 60_000);

  it('refuses wrong words with status 2', async () => {
    for (const [argv, words] of [
      [[], 'a package is missing'],
      [[problem, '--command', 'count.c 1'], '--test NAME'],
      [[problem, '--test', 'secret/none'], 'secret/none'],
      [[join(problem, 'nowhere')], 'no file or folder'],
      [[join(problem, 'problem.yaml')], 'is an archive'],
    ] as const) {
      const { status, stderr } = await runCommand(['generate', ...argv]);
      expect(status).toBe(2);
      expect(stderr).toContain(words);
    }
  });

  it('the practice problem’s data is what its generators make', async () => {
    const guess = fileURLToPath(new URL('../../../../samples/practice/guess', import.meta.url));
    const { ok, files } = await generate(0, '--check', guess);
    expect(ok).toBe(true);
    expect(files).toHaveLength(4);
  });
});
