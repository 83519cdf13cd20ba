/** Interactive problems, on the real sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '@sandglass/contracts';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

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

  it('give wrong answer, run-time error and wall-clock limit to the side that caused them', async () => {
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
