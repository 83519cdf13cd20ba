/** Problems of every kind but the ordinary one, on the real sandbox. About 10 s. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '@sandglass/contracts';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

/**
 * The program is given a number and prints its half (rounded down), again and again until it is 0. The validator
 * counts the passes in a file of its own and appends to the judge's message.
 */
const halving = `#include <cstdio>
#include <cstdlib>
#include <string>
int main(int, char **argv) {
  const std::string feedback = argv[3];
  const std::string counter = feedback + "passes";
  long in = -1, out = -1;
  int pass = 0;
  if (FILE *f = fopen(counter.c_str(), "r")) { if (fscanf(f, "%d", &pass) != 1) return 1; fclose(f); }
  pass++;
  if (FILE *f = fopen(counter.c_str(), "w")) { fprintf(f, "%d", pass); fclose(f); }
  if (FILE *f = fopen((feedback + "nextpass.in").c_str(), "r")) return 1;
  FILE *input = fopen(argv[1], "r");
  if (!input || fscanf(input, "%ld", &in) != 1) return 1;
  const bool right = scanf("%ld", &out) == 1 && out == in / 2;
  if (FILE *f = fopen((feedback + "judgemessage.txt").c_str(), "a")) { fprintf(f, "pass %d: %ld\\n", pass, out); fclose(f); }
  const bool more = right && out > 0;
  if (more || std::string(argv[4]) == "always") {
    FILE *f = fopen((feedback + "nextpass.in").c_str(), "w");
    fprintf(f, "%ld\\n", out);
    fclose(f);
  }
  return right ? 42 : 43;
}
`;

const half = '#include <stdio.h>\nint main(void) { long n; scanf("%ld", &n); printf("%ld\\n", n / 2); }';

/** The next number that the kernel gives out, in C, and takes back what it was given for. */
const counters = {
  'message queues': 'int id = msgget(IPC_PRIVATE, 0600); msgctl(id, IPC_RMID, 0); return id >> 15;',
  semaphores: 'int id = semget(IPC_PRIVATE, 1, 0600); semctl(id, 0, IPC_RMID); return id >> 15;',
  'shared memory': 'int id = shmget(IPC_PRIVATE, 1, 0600); shmctl(id, IPC_RMID, 0); return id >> 15;',
  files:
    'struct stat s = {0}; int f = open("/tmp", O_TMPFILE | O_WRONLY, 0600); fstat(f, &s); close(f); return s.st_ino;',
  processes: 'int p = fork(); if (p == 0) _exit(0); waitpid(p, 0, 0); return p;',
};

/** Encodes in the counter and whispers nothing; decodes from it. */
const cheat = (take: string): string => `#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static long take(void) { ${take} }
int main(void) {
  char who[8], what[40];
  scanf("%7s %39s", who, what);
  if (strcmp(who, "tower") != 0) return printf("%ld\\n", (take() - 1) & 1023), 0;
  for (int i = 0; i < 4096 && (take() & 1023) != atol(what); i++);
  return puts("a"), 0;
}`;
const whisper = join(import.meta.dirname, '../../../samples/practice/whisper/output_validator/validate.py');

describe.skipIf(whyNoSandbox() !== null)('multi-pass problems', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['bash', 'c', 'cpp', 'python3'] });
  });
  afterAll(() => bench.close());

  const job = (changes: Partial<TestJob> = {}): TestJob => ({
    language: 'c',
    source: half,
    kind: { passes: 4 },
    tests: [['13\n', '']],
    validator: { language: 'cpp', source: halving },
    flags: [''],
    ...changes,
  });

  it('run the program until the validator leaves no further input, and keep its other files from pass to pass', async () => {
    const run = await bench.run(job());
    expect(run).toMatchObject({ verdict: 'AC', reason: expect.stringContaining('pass 4') });
    expect(run.passes).toHaveLength(4);
    expect(run.validatorMessage).toBe('pass 1: 6\npass 2: 3\npass 3: 1\npass 4: 0');
    expect(Buffer.from(run.outputHead, 'base64').toString()).toBe('0\n');
  });

  it.each(Object.entries(counters))(
    'keep a pass from telling the next by the kernel’s counter of %s how often it was used',
    async (_, take) => {
      // 600 cannot be told by "a"; a program that could read the counter in its second pass would be accepted.
      const run = await bench.run(
        job({
          source: cheat(take),
          kind: { passes: 2 },
          tests: [['tower 600\n', '600\n']],
          validator: { language: 'python3', source: readFileSync(whisper, 'utf8') },
        }),
      );
      expect(run).toMatchObject({ verdict: 'WA', reason: expect.stringContaining('pass 2') });
    },
  );

  it('start every test with an empty feedback folder', async () => {
    const { runs } = await bench.judge(
      job({
        tests: [
          ['3\n', ''],
          ['2\n', ''],
        ],
      }),
    );
    expect(runs.map(({ validatorMessage }) => validatorMessage)).toEqual([
      'pass 1: 1\npass 2: 0',
      'pass 1: 1\npass 2: 0',
    ]);
  });

  it('end at the pass that fails, with the limits anew for each', async () => {
    const crashes = half.replace('printf', 'if (n == 3) return 5; printf');
    expect(await bench.run(job({ source: crashes }))).toMatchObject({
      verdict: 'RTE',
      reason: 'pass 3: exit status 5',
      exitCode: 5,
    });
    const wrong = half.replace('n / 2', 'n == 3 ? 0 : n / 2');
    expect(await bench.run(job({ source: wrong }))).toMatchObject({
      verdict: 'WA',
      reason: expect.stringMatching(/^pass 3: the validator rejected/),
    });
    // Each pass burns 0.12 s of 0.3 s: together they are over the limit, one by one they are not.
    const burns = half.replace(
      'long n;',
      'struct timespec t; do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); while (t.tv_nsec < 120000000L); long n;',
    );
    const slow = await bench.run(
      job({ source: `#include <time.h>\n${burns}`, timeLimitMs: 300, wallUs: 30_000_000 }),
    );
    expect(slow).toMatchObject({ verdict: 'AC' });
    expect(slow.passes.reduce((sum, { cpuUs }) => sum + cpuUs, 0)).toBeGreaterThan(300_000);
  });

  it('end in a judging error when the validator asks for more passes than the problem allows', async () => {
    expect(await bench.run(job({ kind: { passes: 3 } }))).toMatchObject({
      verdict: 'JE',
      reason: expect.stringContaining('allows 3'),
    });
  });

  it('end in a judging error when the validator rejects and yet leaves an input', async () => {
    const run = await bench.run(job({ flags: ['always'], source: half.replace('n / 2', '9L') }));
    expect(run).toMatchObject({ verdict: 'JE', reason: expect.stringContaining('did not accept') });
  });

  it('of one pass take nextpass.in for a file like any other', async () => {
    expect(await bench.run(job({ kind: {} }))).toMatchObject({ verdict: 'AC', passes: [] });
  });
});

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

describe.skipIf(whyNoSandbox() !== null)('submit-answer problems', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['bash', 'c', 'cpp', 'python3'] });
  });
  afterAll(() => bench.close());

  const job = (source: Readonly<Record<string, string>>, changes: Partial<TestJob> = {}): TestJob => ({
    language: 'answers',
    source,
    kind: { submitAnswer: true },
    tests: [
      ['', '1\n'],
      ['', '2\n'],
    ],
    ...changes,
  });

  it('are judged file by file, and nothing is compiled or run', async () => {
    const { compile, runs } = await bench.judge(job({ 'test 0.out': '1', 'test 1.txt': '3' }));
    expect(compile).toEqual({ kind: 'compiled', output: '', measurement: null });
    expect(runs).toMatchObject([
      { verdict: 'AC', cpuUs: 0, stdoutBytes: 1 },
      { verdict: 'WA', reason: expect.stringContaining('rejected the answer') },
    ]);
  });

  it('count a missing file as a wrong answer and name it', async () => {
    const { runs } = await bench.judge(job({ 'test 1.out': '2' }));
    expect(runs).toMatchObject([
      { verdict: 'WA', reason: 'there is no answer to this test: the file test 0.out is missing' },
      { verdict: 'AC' },
    ]);
  });

  it('may have a validator of their own, which reads the answer', async () => {
    const validator = {
      language: 'c',
      source:
        '#include <stdio.h>\nint main(void) { int n; return scanf("%d", &n) == 1 && n % 7 == 0 ? 42 : 43; }',
    };
    const { runs } = await bench.judge(job({ 'test 0': '14', 'test 1': '15' }, { validator }));
    expect(runs.map(({ verdict }) => verdict)).toEqual(['AC', 'WA']);
  });
});

/** Gives a number, wants its double; with `again` as its flag it then asks for a second pass with the double. */
const doubler = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **v) {
  char path[256];
  long n, reply;
  FILE *input = fopen(v[1], "r");
  if (!input || fscanf(input, "%ld", &n) != 1) return 1;
  if (strcmp(v[4], "crash") == 0) abort();
  printf("%ld\\n", n);
  fflush(stdout);
  if (scanf("%ld", &reply) != 1 || reply != 2 * n) return 43;
  if (strcmp(v[4], "again") == 0 && n < 10) {
    snprintf(path, sizeof path, "%s/nextpass.in", v[3]);
    FILE *next = fopen(path, "w");
    fprintf(next, "%ld\\n", reply);
    fclose(next);
  }
  return 42;
}
`;
const doubles =
  '#include <stdio.h>\nint main(void) { long n; scanf("%ld", &n); printf("%ld\\n", 2 * n); return 0; }';

describe.skipIf(whyNoSandbox() !== null)('interactive problems', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['bash', 'c', 'cpp', 'python3'] });
  });
  afterAll(() => bench.close());

  const job = (changes: Partial<TestJob> = {}): TestJob => ({
    language: 'c',
    source: doubles,
    kind: { interactive: true },
    tests: [['7\n', '']],
    validator: { language: 'c', source: doubler },
    flags: ['once'],
    ...changes,
  });
  const said = (run: { exchange: { entries: { from: string; data: string }[] } | null }): string[] =>
    (run.exchange?.entries ?? []).map(
      ({ from, data }) => `${from}: ${Buffer.from(data, 'base64').toString().trim()}`,
    );

  it('let the program talk with the validator, whose verdict counts, and keep what was said', async () => {
    const run = await bench.run(job());
    expect(run).toMatchObject({ verdict: 'AC', outputHead: '', passes: [] });
    expect(said(run)).toEqual(['interactor: 7', 'program: 14']);
    expect(run.exchange?.passes).toMatchObject([
      { deadlock: false, omitted: null, program: { messages: 1 } },
    ]);
  });

  it('give wrong answer, run-time error and wall-clock limit to whom they are due', async () => {
    const wrong = await bench.run(job({ source: doubles.replace('2 * n', '3 * n') }));
    expect(wrong.verdict).toBe('WA');
    const crash = await bench.run(job({ source: doubles.replace('printf', 'return 3; printf') }));
    expect(crash.verdict).toBe('RTE');
    const silent = await bench.run(
      job({
        source: '#include <stdio.h>\nint main(void) { printf("14\\n"); getchar(); getchar(); getchar(); }',
      }),
    );
    expect(silent).toMatchObject({ verdict: 'WTL', exchange: { passes: [{ deadlock: true }] } });
  });

  it('ask a program whose answers were accepted to end like any other', async () => {
    const after = (more: string): Promise<RunReport> =>
      bench.run(
        job({
          source: doubles
            .replace('#include', '#include <unistd.h>\n#include')
            .replace('return 0;', `fflush(stdout); close(1); ${more}`),
          timeLimitMs: 500,
          wallUs: 1_500_000,
        }),
      );
    const spins = await after('for (volatile int i = 0;; i++);');
    expect(spins).toMatchObject({ verdict: 'TLE', outcome: 'cpu-limit' });
    expect(await after('sleep(60);')).toMatchObject({ verdict: 'WTL' });
    expect(await after('usleep(400000); return 0;')).toMatchObject({ verdict: 'AC', outcome: 'exited' });
    expect(await after('return 3;')).toMatchObject({ verdict: 'RTE', exitCode: 3 });
  });

  it('stop a program soon that goes on after its answers were rejected', async () => {
    const run = await bench.run(
      job({
        source: doubles.replace('2 * n', '3 * n').replace('return 0;', 'fflush(stdout); for (;;);'),
        timeLimitMs: 30_000,
      }),
    );
    expect(run).toMatchObject({ verdict: 'WA', outcome: 'cancelled' });
  });

  it('end in a judging error when the validator crashes', async () => {
    const run = await bench.run(job({ flags: ['crash'] }));
    expect(run).toMatchObject({ verdict: 'JE', validatorMessage: expect.stringContaining('SIGABRT') });
  });

  it('may be multi-pass as well: every pass is a conversation of its own', async () => {
    const run = await bench.run(
      job({ kind: { interactive: true, passes: 3 }, flags: ['again'], tests: [['3\n', '']] }),
    );
    expect(run).toMatchObject({ verdict: 'AC', reason: 'pass 3: the interactor accepted' });
    expect(said(run)).toEqual([
      'interactor: 3',
      'program: 6',
      'interactor: 6',
      'program: 12',
      'interactor: 12',
      'program: 24',
    ]);
    expect(run.exchange?.entries.map(({ pass }) => pass)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('need a validator of their own', async () => {
    const { validator: _, ...without } = job();
    await expect(bench.run(without)).rejects.toMatchObject({ code: 'JUDGE_NO_INTERACTOR' });
  });
});
