/** Files and arguments that a package adds, on the real sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

describe.skipIf(whyNoSandbox() !== null)('what a package adds', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['bash', 'c', 'cpp', 'python3'] });
  });
  afterAll(() => bench.close());

  it('are the test’s arguments, on the command line of the program', async () => {
    const run = await bench.run({
      language: 'c',
      source: '#include <stdio.h>\nint main(int c, char **v) { printf("%d %s", c, v[2]); }',
      args: ['--fast', 'two words'],
      tests: [['', '3 two words']],
    });
    expect(run.verdict).toBe('AC');
  });

  it('are the test’s files, in the working folder of the program', async () => {
    const run = await bench.run({
      language: 'python3',
      source: 'print(open("map.txt").read(), open("deep/er.txt").read())',
      testFiles: { 'map.txt': 'X marks', 'deep/er.txt': 'the spot' },
      tests: [['', 'X marks the spot']],
    });
    expect(run.verdict).toBe('AC');
  });

  const lists = 'import os\nprint(*sorted(os.listdir(".")))';

  it('are in the working directory, beside what was submitted and what was made of it', async () => {
    const python = await bench.run({
      language: 'python3',
      source: { 'main.py': `from help import word\nprint(word, open("table.txt").read())\n${lists}` },
      included: { 'help.py': 'word = "read"', 'table.txt': 'a table' },
      tests: [['', 'read a table help.py main.py table.txt']],
    });
    expect(python).toMatchObject({ verdict: 'AC' });
    const c = await bench.run({
      language: 'c',
      source: {
        'main.c': '#include <stdlib.h>\nint main(void) { return system("ls; cat deep/table.txt"); }',
      },
      included: { 'deep/table.txt': 'in C as well' },
      tests: [['', 'deep main.c program in C as well']],
    });
    expect(c).toMatchObject({ verdict: 'AC' });
    const shell = await bench.run({
      language: 'bash',
      source: { 'main.sh': '. ./second.sh\nsay', 'second.sh': 'say() { echo sourced; }' },
      tests: [['', 'sourced']],
    });
    expect(shell).toMatchObject({ verdict: 'AC' });
  });

  it('give way to files of the test that have their name', async () => {
    const run = await bench.run({
      language: 'python3',
      source: `print(open("table.txt").read(), open("deep/other.txt").read())\n${lists}`,
      included: { 'table.txt': 'of the package', 'deep/other.txt': 'stays' },
      testFiles: { 'table.txt': 'of the test', 'deep/more.txt': '' },
      tests: [['', 'of the test stays deep main.py table.txt']],
    });
    expect(run).toMatchObject({ verdict: 'AC' });
  });

  it('are no way to a judging error for a submission whose names are in the way, or too many, or too long', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${'n'.repeat(200)}${String(index)}.txt`, '']),
    );
    for (const kind of [{}, { fileWriting: true }]) {
      const run = await bench.run({
        language: 'python3',
        source: {
          'main.py': 'print(open("map.txt").read(), open("deep/er.txt").read())',
          deep: 'a file where the test has a folder',
          'map.txt/x': 'a folder where the test has a file',
          ...many,
        },
        kind,
        testFiles: { 'map.txt': 'X marks', 'deep/er.txt': 'the spot' },
        tests: [['', 'X marks the spot']],
      });
      expect(run).toMatchObject({ verdict: 'AC' });
    }
    const c = await bench.run({
      language: 'c',
      source: '#include <stdlib.h>\nint main(void) { return system("cat other"); }',
      testFiles: { program: 'not the program', other: 'of the test' },
      tests: [['', 'of the test']],
    });
    expect(c).toMatchObject({ verdict: 'AC' });
  });

  it('cannot be written to, nor anything beside them, unless the problem lets programs write', async () => {
    const job: TestJob = {
      language: 'python3',
      source: `
import os
def tries(action):
    try: action()
    except OSError: return 'refused'
    return 'done'
def write(name, mode='w'): open(name, mode).close()
print(tries(lambda: write('new.txt')), tries(lambda: write('table.txt', 'a')), tries(lambda: os.remove('own.txt')),
      tries(lambda: write('/tmp/new.txt')), tries(lambda: os.path.exists('main.py') or print('gone')))`,
      included: { 'table.txt': 'a table' },
      testFiles: { 'own.txt': 'of the test' },
      tests: [
        ['', 'refused refused refused done done'],
        ['', 'refused refused refused done done'],
      ],
    };
    const only = await bench.judge(job);
    expect(only.runs.map(({ verdict }) => verdict)).toEqual(['AC', 'AC']);
    const { testFiles: _, ...without } = job;
    expect(await bench.run({ ...without, tests: [['', 'refused refused refused done done']] })).toMatchObject(
      { verdict: 'AC' },
    );
    const both: TestJob['tests'] = [
      ['', 'done done done done done'],
      // Nothing of the first run is left.
      ['', 'done done done done done'],
    ];
    const may = await bench.judge({ ...job, kind: { fileWriting: true }, tests: both });
    expect(may.runs.map(({ verdict }) => verdict)).toEqual(['AC', 'AC']);
  });

  it('are no candidates for the file to start, unless they are called like one', async () => {
    const included = { 'help.py': 'word = "42"', 'other.py': '' };
    const own = {
      language: 'python3',
      source: { 'mine.py': 'from help import word\nprint(word)' },
      included,
    };
    expect(await bench.run(own)).toMatchObject({ verdict: 'AC' });
    const driver = { 'main.py': 'from mine import answer\nprint(answer())' };
    expect(
      await bench.run({
        language: 'python3',
        source: { 'mine.py': 'def answer(): return 42' },
        included: driver,
      }),
    ).toMatchObject({ verdict: 'AC' });
  });

  it('are files compiled with every submission, in place of those of the same name', async () => {
    const run = await bench.run({
      language: 'c',
      source: {
        'answer.c': 'int answer(void) { return 42; }',
        'main.c': 'int main(void) { return 1; }',
      },
      included: {
        'main.c': '#include <stdio.h>\nint answer(void);\nint main(void) { printf("%d\\n", answer()); }',
      },
    });
    expect(run.verdict).toBe('AC');
  });
});
