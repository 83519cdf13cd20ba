import { readdir, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JudgingCancelled } from './errors.ts';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench } from './testing/workbench.ts';

const sum = `#include <stdio.h>
int main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("%ld\\n", a + b); fputs("note", stderr); }`;

describe.skipIf(whyNoSandbox() !== null)('a judging', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open();
  });
  afterAll(() => bench.close());

  it('runs every test in order on its own input', async () => {
    const { compile, runs } = await bench.judge({
      language: 'c',
      source: sum,
      tests: [
        ['1 2', '3'],
        ['40 2', '42'],
        ['-5 5', '0'],
      ],
    });
    expect(compile?.kind).toBe('compiled');
    expect(runs.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [1, 'AC'],
      [2, 'AC'],
    ]);
  });

  it('stops after the first test that is not accepted when it is lazy, else goes on', async () => {
    const job = {
      language: 'c',
      source: sum,
      tests: [
        ['1 2', '3'],
        ['1 2', '4'],
        ['1 2', '3'],
      ],
    } as const;
    expect((await bench.judge({ ...job, lazy: true })).runs).toHaveLength(2);
    expect((await bench.judge({ ...job, lazy: false })).runs.map(({ verdict }) => verdict)).toEqual([
      'AC',
      'WA',
      'AC',
    ]);
  });

  it('keeps the first bytes of output and error stream, and measures the run', async () => {
    const run = await bench.run({ language: 'c', source: sum, tests: [['20 22', '42']], keepBytes: 3 });
    expect(Buffer.from(run.outputHead, 'base64').toString()).toBe('42\n');
    expect(Buffer.from(run.stderrHead, 'base64').toString()).toBe('not');
    expect(run.stdoutBytes).toBe(3);
    expect(run.gapUs).toBe(run.wallUs - run.cpuUs);
    expect(Math.abs(Date.parse(run.startedAt) - Date.now())).toBeLessThan(10_000);
  });

  it('measures the peak of memory, each run’s own', async () => {
    const source = `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int main(void) { int n; scanf("%d", &n); char *p = malloc(n << 20); memset(p, 1, n << 20); printf("%d\\n", 41 + p[n]); }`;
    const { runs } = await bench.judge({
      language: 'c',
      source,
      tests: [
        ['64', '42'],
        ['16', '42'],
      ],
    });
    const [large, small] = runs.map(({ memoryBytes }) => memoryBytes / 1024 ** 2);
    expect(large).toBeGreaterThan(63);
    expect(large).toBeLessThan(80);
    expect(small).toBeGreaterThan(15);
    expect(small).toBeLessThan(32);
  });

  it('does not show a run the output of the one before', async () => {
    const source =
      '#include <stdio.h>\nint main(void) { int c = getchar(); if (c == 49) puts("a long first output"); else puts("x"); }';
    const { runs } = await bench.judge({
      language: 'c',
      source,
      tests: [
        ['1', 'a long first output'],
        ['2', 'x'],
      ],
    });
    expect(runs.map(({ verdict }) => verdict)).toEqual(['AC', 'AC']);
    expect(Buffer.from(runs[1]?.outputHead ?? '', 'base64').toString()).toBe('x\n');
  });

  it('gives the default validator the flags of the test', async () => {
    const source = '#include <stdio.h>\nint main(void) { puts("3.14160"); }';
    const job = { language: 'c', source, tests: [['', '3.14159']] } as const;
    expect((await bench.run(job)).verdict).toBe('WA');
    expect((await bench.run({ ...job, flags: ['float_tolerance', '1e-4'] })).verdict).toBe('AC');
  });

  it('is killed at once when it is cancelled', async () => {
    const abort = new AbortController();
    const started = performance.now();
    const judging = bench.judge({
      language: 'c',
      source: '#include <unistd.h>\nint main(void) { sleep(60); }',
      wallUs: 60_000_000,
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'step' && event.step === 'running') setImmediate(() => abort.abort());
      },
    });
    await expect(judging).rejects.toBeInstanceOf(JudgingCancelled);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('cannot see answers, inputs of other tests, or its sources’ neighbours', async () => {
    const source = `import os
found = [os.path.join(d, f) for d, _, fs in os.walk('/') for f in fs if f.endswith('.ans') or f == 'answer']
print(42 if not found and not os.path.exists('/judge/answer') else found)`;
    expect(
      await bench.run({ language: 'python3', source, timeLimitMs: 20_000, wallUs: 60_000_000 }),
    ).toMatchObject({ verdict: 'AC' });
  });

  it('keeps outputs where no other user reaches them', async () => {
    await bench.run({ language: 'c', source: sum, tests: [['1 1', '2']] });
    expect((await stat(bench.work.path)).mode & 0o777).toBe(0o700);
  });

  it('leaves no program behind when the work folder is recreated', async () => {
    await bench.run({ language: 'c', source: sum, tests: [['1 1', '2']] });
    expect(
      (await readdir(bench.work.path)).filter((name) => name.startsWith('program-')).length,
    ).toBeLessThan(3);
  });
});

describe.skipIf(whyNoSandbox() !== null)('a compilation', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open();
  });
  afterAll(() => bench.close());

  it('is a compile error when it takes longer than its limit', async () => {
    const source = '#include </dev/zero>\nint main(void) { return 0; }';
    const { compile } = await bench.judge({ language: 'c', source, compilationTimeS: 1 });
    expect(compile?.kind).toBe('rejected');
  });

  it('keeps a bounded part of what a compiler says', async () => {
    const source = `${'#warning many words\n'.repeat(5000)}int main(void) { return nothing; }`;
    const { compile } = await bench.judge({ language: 'c', source });
    expect(compile?.kind).toBe('rejected');
    expect(compile?.output.length).toBeLessThan(70_000);
    expect(compile?.output).toContain('more bytes are not kept');
  });

  it('cannot include what is not the contestant’s', async () => {
    const { compile } = await bench.judge({
      language: 'c',
      source: '#include "/etc/shadow"\nint main(void) { return 0; }',
    });
    expect(compile).toMatchObject({ kind: 'rejected', output: expect.stringMatching(/shadow/) });
    expect(compile?.output).not.toContain('root:');
  });

  it('refuses sources no compiler need look at, in words for contestants', async () => {
    const { compile } = await bench.judge({ language: 'cpp', source: { 'only.h': 'int x;' } });
    expect(compile).toMatchObject({ kind: 'rejected', measurement: null });
    expect(compile?.output).toContain('none of the files is C++ source');
  });

  it('reports warnings of a program that compiles', async () => {
    const source = '#warning look here\n#include <stdio.h>\nint main(void) { puts("42"); }';
    const { compile, runs } = await bench.judge({ language: 'c', source });
    expect(compile).toMatchObject({ kind: 'compiled', output: expect.stringContaining('look here') });
    expect(runs).toMatchObject([{ verdict: 'AC' }]);
  });
});
