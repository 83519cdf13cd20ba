/** Submit-answer problems. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

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
