import { describe, expect, it } from 'vitest';
import { testProject, type RunTests } from './test-project.ts';
import type { FileReport, TestReport } from './test-report.ts';

const file = (path: string, ...failed: string[]): FileReport => ({
  path,
  ms: 10,
  passed: 2,
  skipped: 1,
  failures: failed.map((name) => ({ name, reason: `${name} went wrong` })),
});

const report = (...files: FileReport[]): TestReport => ({ files, strayErrors: [] });

/** A runner that comes to these reports, one run after the other; its status is what vitest's would be. */
function runner(...reports: readonly (TestReport | undefined)[]) {
  const asked: (readonly string[] | undefined)[] = [];
  const left = [...reports];
  const run: RunTests = (files) => {
    asked.push(files);
    const next = left.shift();
    const good = next?.files.every(({ failures }) => failures.length === 0) === true;
    return Promise.resolve({ status: good && next.strayErrors.length === 0 ? 0 : 1, report: next });
  };
  return { run, asked };
}

async function outcomeOf(...reports: readonly (TestReport | undefined)[]) {
  const told: string[] = [];
  const { run, asked } = runner(...reports);
  return { ...(await testProject(run, (line) => told.push(line))), asked, told };
}

describe('a project of tests', () => {
  it('runs once where everything passes', async () => {
    const { counts, unsteady, asked, told } = await outcomeOf(report(file('a'), file('b')));
    expect(counts).toEqual({ passed: 4, failed: 0, skipped: 2 });
    expect([unsteady, asked, told]).toEqual([[], [undefined], []]);
  });

  it('runs the few files that failed once more, counts them by that run, and names what passed only then', async () => {
    const { counts, unsteady, asked, told } = await outcomeOf(
      report(file('a'), file('b', 'sorts', 'ends')),
      report({ ...file('b'), passed: 4 }),
    );
    expect(asked).toEqual([undefined, ['b']]);
    expect(counts).toEqual({ passed: 6, failed: 0, skipped: 2 });
    expect(unsteady.map(({ name }) => name)).toEqual(['sorts', 'ends']);
    expect(told).toContain('unsteady: b > sorts (at first: sorts went wrong)');
  });

  it('has failed where a file fails twice, whatever passed beside it', async () => {
    const { counts, unsteady } = await outcomeOf(
      report(file('a', 'adds'), file('b', 'sorts', 'ends')),
      report({ ...file('a'), passed: 3 }, { ...file('b', 'sorts'), passed: 3 }),
    );
    expect(counts).toEqual({ passed: 6, failed: 1, skipped: 2 });
    expect(unsteady.map(({ name }) => name)).toEqual(['adds', 'ends']);
  });

  it('has failed where another test of the file fails at the second try', async () => {
    const { counts } = await outcomeOf(report(file('a', 'adds')), report(file('a', 'sorts')));
    expect(counts.failed).toBe(1);
  });

  it('runs nothing again where more than three files failed', async () => {
    const { counts, asked } = await outcomeOf(report(...['a', 'b', 'c', 'd'].map((path) => file(path, 'x'))));
    expect(counts.failed).toBe(4);
    expect(asked).toHaveLength(1);
  });

  it('has failed where the runner broke off, at either try', async () => {
    expect((await outcomeOf(undefined)).counts.failed).toBe(1);
    expect((await outcomeOf(report(file('a', 'adds')), undefined)).counts.failed).toBe(1);
  });

  it('has failed where a file did not come to its second try', async () => {
    const { counts, unsteady } = await outcomeOf(report(file('a', 'adds')), report());
    expect(counts.failed).toBe(1);
    expect(unsteady).toEqual([]);
  });

  it('has failed by an error that no file can be blamed for, at either try', async () => {
    const stray: TestReport = { files: [file('a')], strayErrors: ['a promise rejected'] };
    expect((await outcomeOf(stray)).counts.failed).toBe(1);
    expect((await outcomeOf(report(file('a', 'adds')), stray)).counts.failed).toBe(1);
  });

  it('has failed where the runner is not content although no test says why', async () => {
    const run: RunTests = () => Promise.resolve({ status: 1, report: report(file('a')) });
    expect((await testProject(run, () => {})).counts.failed).toBe(1);
  });
});
