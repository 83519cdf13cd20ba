/** Custom output validators, well-behaved and not, on the real sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench } from './testing/workbench.ts';

const printer = '#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }';

/** Accepts an even number; writes the reason to judgemessage.txt; wants all its arguments right. */
const evenInC = `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char path[300];
  long n;
  if (argc < 4 || !fopen(argv[1], "r") || !fopen(argv[2], "r")) return 1;
  if (argc > 4 && strcmp(argv[4], "flag") != 0) return 2;
  snprintf(path, sizeof path, "%s/judgemessage.txt", argv[3]);
  FILE *message = fopen(path, "w");
  if (message == NULL) return 3;
  if (scanf("%ld", &n) != 1) { fputs("no number", message); return 43; }
  fprintf(message, "%ld is %s", n, n % 2 ? "odd" : "even");
  return n % 2 ? 43 : 42;
}`;

const evenInPython = `import sys
n = int(sys.stdin.read())
with open(sys.argv[3] + 'judgemessage.txt', 'w') as message:
    message.write(f'{n} seen by Python')
with open(sys.argv[3] + '/teammessage.txt', 'w') as message:
    message.write('hello')
sys.exit(43 if n % 2 else 42)`;

const evenInJava = `import java.util.*;
public class Validate {
  public static void main(String[] args) throws Exception {
    System.exit(new Scanner(System.in).nextInt() % 2 == 0 ? 42 : 43);
  }
}`;

/** Generous on the wall, so that a busy machine does not turn a CPU limit into a wall limit. */
const limits = { cpuUs: 400_000, wallUs: 20_000_000, memoryBytes: 128 * 1024 * 1024, outputBytes: 100_000 };

const misbehaviours: readonly (readonly [what: string, source: string, says: RegExp, wallUs?: number])[] = [
  ['an exit status other than 42 and 43', 'int main(void) { return 1; }', /exit status 1 where 42/],
  ['exit status 0', 'int main(void) { return 0; }', /exit status 0 where 42/],
  ['a crash', 'int main(void) { return *(volatile int *)0; }', /SIGSEGV/],
  ['an endless loop', 'int main(void) { for (volatile int i = 0;; i++); }', /CPU time/],
  [
    'sleeping for ever',
    '#include <unistd.h>\nint main(void) { for (;;) sleep(60); }',
    /not ready after/,
    500_000,
  ],
  [
    'a flood of output',
    '#include <stdio.h>\nint main(void) { for (;;) puts("and more and more and more"); }',
    /output of its own/,
  ],
  [
    'eating memory',
    '#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }',
    /memory/,
  ],
];

describe.skipIf(whyNoSandbox() !== null)('custom output validators', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open();
  });
  afterAll(() => bench.close());

  it('decide with 42 and 43, and their judgemessage.txt goes to the jury', async () => {
    const { runs } = await bench.judge({
      language: 'c',
      source: printer,
      tests: [
        ['8', ''],
        ['7', ''],
      ],
      validator: { language: 'c', source: evenInC },
      flags: ['flag'],
    });
    expect(runs).toMatchObject([
      { verdict: 'AC', validatorMessage: '8 is even' },
      { verdict: 'WA', validatorMessage: '7 is odd' },
    ]);
  });

  it('may be written in Python and append file names to the feedback folder', async () => {
    const run = await bench.run({
      language: 'c',
      source: printer,
      tests: [['12', '']],
      validator: { language: 'python3', source: evenInPython },
    });
    expect(run).toMatchObject({ verdict: 'AC', validatorMessage: '12 seen by Python', teamMessage: 'hello' });
  });

  it('may be written in Java', async () => {
    const run = await bench.run({
      language: 'c',
      source: printer,
      tests: [['13', '']],
      validator: { language: 'java', source: evenInJava },
    });
    expect(run.verdict).toBe('WA');
  });

  it('are not asked about a program that crashed', async () => {
    const run = await bench.run({
      language: 'c',
      source: 'int main(void) { return 9; }',
      validator: { language: 'c', source: 'int main(void) { return 1; }' },
    });
    expect(run.verdict).toBe('RTE');
  });

  it.for(misbehaviours)('end in a judging error, not a verdict, for %s', async ([, source, says, wallUs]) => {
    const run = await bench.run({
      language: 'c',
      source: printer,
      tests: [['42', '42']],
      validator: { language: 'c', source, limits: { ...limits, wallUs: wallUs ?? limits.wallUs } },
    });
    expect(run.verdict).toBe('JE');
    expect(run.validatorMessage).toMatch(says);
  });

  it('show the jury what they wrote when they fail', async () => {
    const run = await bench.run({
      language: 'c',
      source: printer,
      tests: [['1', '']],
      validator: {
        language: 'c',
        source:
          '#include <stdio.h>\nint main(void) { fputs("the answer file is broken", stderr); return 1; }',
      },
    });
    expect(run).toMatchObject({
      verdict: 'JE',
      validatorMessage: expect.stringContaining('the answer file is broken'),
    });
  });

  it('that do not compile are a failure of ours with the compiler’s words', async () => {
    const judging = bench.judge({
      language: 'c',
      source: printer,
      validator: { language: 'c', source: 'int main(void) { return nothing; }' },
    });
    await expect(judging).rejects.toMatchObject({
      code: 'JUDGE_VALIDATOR_NOT_COMPILED',
      message: expect.stringContaining('nothing'),
    });
  });

  it('are compiled once', async () => {
    const job = {
      language: 'c',
      source: printer,
      tests: [['2', '']],
      validator: { language: 'c', source: `${evenInC}\n/* once */` },
    } as const;
    let compilations = 0;
    const run = bench.slot.run.bind(bench.slot);
    bench.slot.run = (spec, options) => {
      if (spec.argv.some((argument) => argument.includes('validate_'))) compilations += 1;
      return run(spec, options);
    };
    await Promise.all([bench.judge(job), bench.judge(job)]);
    await bench.judge(job);
    bench.slot.run = run;
    expect(compilations).toBe(1);
  });
});
