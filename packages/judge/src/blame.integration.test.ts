/** Files that cannot be laid out, on the real sandbox: a compile error, and not a failure of the host. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

const right = 'int puts(const char *); int main(void) { puts("42"); }';

describe.skipIf(whyNoSandbox() !== null)('files that cannot be laid out', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['c', 'python3'] });
  });
  afterAll(() => bench.close());

  const rejected = async (job: TestJob, text: RegExp): Promise<void> => {
    const { compile, runs } = await bench.judge(job);
    expect(compile).toMatchObject({ kind: 'rejected', output: expect.stringMatching(text) });
    expect(runs).toEqual([]);
  };

  const named = (count: number, name: (index: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), '']));

  it('are a compile error when the name of one is the folder of another', () =>
    rejected({ language: 'c', source: { 'main.c': right, a: '', 'a/b.c': '' } }, /would both be called "a"/));

  it('are a compile error when that folder is the package’s own', () =>
    rejected(
      { language: 'python3', source: { 'main.py': 'print(42)', a: '' }, included: { 'a/b.py': '' } },
      /would both be called "a"/,
    ));

  it('are a compile error when they are more than one run may have', () =>
    rejected(
      { language: 'c', source: { 'main.c': right, ...named(5000, (index) => `${String(index)}.h`) } },
      /cannot be laid out.*too many/,
    ));

  it('are a compile error when the box has no room for so many folders', () =>
    rejected(
      {
        language: 'c',
        source: { 'main.c': right, ...named(4000, (index) => `${String(index)}/a/b/c/d/e.h`) },
      },
      /cannot be laid out.*too many, or too large/,
    ));

  it('leave a slot in which the next submission is judged', async () => {
    expect(await bench.run({ language: 'c', source: right })).toMatchObject({ verdict: 'AC' });
  });
});
