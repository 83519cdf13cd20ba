import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PackageError } from './issue.ts';
import { generatedTest, readGenerators, seedOf, type GeneratorPlan } from './generators.ts';
import type { OpenedPackage } from './opening.ts';
import { openPackage } from './open.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

async function packageWith(files: Readonly<Record<string, string>>): Promise<OpenedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-generators-'));
  folders.push(folder);
  const all = {
    'problem.yaml':
      'problem_format_version: 2025-09\nname: Made\nuuid: 5c1ff7d3-9d5f-4d38-8b0f-1d8a8b4f7a12\n',
    'generators/random.py': 'print(1)\n',
    'generators/graph/main.cpp': 'int main() {}\n',
    'generators/graph/tree.h': '\n',
    'submissions/accepted/ada.cpp': 'int main() {}\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, 'made', path)), { recursive: true });
    await writeFile(join(folder, 'made', path), text);
  }
  return openPackage(join(folder, 'made'));
}

async function planOf(yaml: string): Promise<GeneratorPlan> {
  return readGenerators(await packageWith({ 'generators/generators.yaml': yaml }));
}

async function complaintsOf(yaml: string): Promise<string[]> {
  try {
    await planOf(yaml);
  } catch (error) {
    if (error instanceof PackageError)
      return error.issues.map(({ code, position }) => `${code} ${String(position?.line)}`);
    throw error;
  }
  return [];
}

describe('generators.yaml', () => {
  it('names tests in folders, each with its program and arguments', async () => {
    const { solution, tests } = await planOf(`
solution: /submissions/accepted/ada.cpp
data:
  secret:
    data:
      01-small: random.py 10 "two words"
      large:
        data:
          02:
            generate: graph 1000 {name}
            description: a tree
      03-by-hand:
`);
    expect(solution).toEqual({
      path: 'submissions/accepted/ada.cpp',
      files: ['submissions/accepted/ada.cpp'],
    });
    expect(tests).toEqual([
      {
        test: 'secret/01-small',
        command: 'random.py 10 "two words"',
        program: { path: 'generators/random.py', files: ['generators/random.py'] },
        args: ['10', 'two words'],
      },
      {
        test: 'secret/large/02',
        command: 'graph 1000 {name}',
        program: {
          path: 'generators/graph',
          files: ['generators/graph/main.cpp', 'generators/graph/tree.h'],
        },
        args: ['1000', '02'],
      },
    ]);
  });

  it('gives a command the same seed for ever, and every other command, number and salt another', async () => {
    const seeds = async (salt: string) => {
      const { tests } = await planOf(
        `${salt}data:\n  secret:\n    data:\n      a: random.py {seed} {seed:1}\n      b: random {seed}\n      c: random.py {seed} {seed:1}\n`,
      );
      return tests.map(({ args }) => args);
    };
    const [first = [], other = [], again = []] = await seeds('');
    expect(first).toEqual([
      String(seedOf('random.py {seed} {seed:1}', '')),
      String(seedOf('random.py {seed} {seed:1}', '1')),
    ]);
    expect(again).toEqual(first);
    expect(new Set([...first, ...other, ...(await seeds('random_salt: x\n')).flat()]).size).toBe(6);
    // Data made today must be made tomorrow.
    expect(seedOf('random.py {seed}', '')).toBe(2032218042);
  });

  it.each([
    ['an unknown program', 'data:\n  secret:\n    data:\n      a: nobody.py\n', ['generator-unknown 4']],
    [
      'a way out of the package',
      'data:\n  secret:\n    data:\n      a: ../../x.py\n',
      ['generator-unknown 4'],
    ],
    [
      'a solution that is not there',
      'solution: /submissions/accepted/eve.py\ndata:\n  secret:\n    data: {}\n',
      ['generator-unknown 1'],
    ],
    ['a folder that is none of the format', 'data:\n  hidden:\n    data: {}\n', ['generator-test 2']],
    ['a numbered list', 'data:\n  secret:\n    data:\n      - a: random.py\n', ['generator-test 2']],
    [
      'a name that no test may have',
      'data:\n  secret:\n    data:\n      a/b: random.py\n',
      ['generator-test 4'],
    ],
    [
      'something that is no command',
      'data:\n  secret:\n    data:\n      a: [random.py]\n',
      ['generator-test 4'],
    ],
    ['a key it does not know', 'data:\n  secret:\n    data: {}\nvisualizer: x.py\n', ['yaml-unknown-key 4']],
    ['no tests at all', 'solution: /submissions/accepted/ada.cpp\n', ['yaml-value 1']],
  ])('complains about %s, with the line', async (_, yaml, complaints) => {
    expect(await complaintsOf(yaml)).toEqual(complaints);
  });

  it('is missed where there is none', async () => {
    await expect(readGenerators(await packageWith({}))).rejects.toMatchObject({ code: 'generators-missing' });
  });
});

describe('a command outside the file', () => {
  it('makes the named test', async () => {
    const opened = await packageWith({});
    expect(generatedTest(opened, 'secret/big/9', 'random 5')).toMatchObject({
      test: 'secret/big/9',
      program: { path: 'generators/random.py' },
      args: ['5'],
    });
    expect(() => generatedTest(opened, 'elsewhere/9', 'random 5')).toThrow(/elsewhere/);
    expect(() => generatedTest(opened, 'secret', 'random 5')).toThrow(/secret/);
    expect(() => generatedTest(opened, 'secret/9', 'nobody')).toThrow(/"nobody"/);
  });
});
