/** Multi-pass problems, on the real sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    'keep a pass from sending the next a message by the kernel’s counter of %s',
    async (_, take) => {
      // "a" cannot carry 600; a program that could read the counter in its second pass would be accepted.
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

  it('end at the pass that fails, with the full limits for each', async () => {
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
