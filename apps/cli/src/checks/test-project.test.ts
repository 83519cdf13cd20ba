import { describe, expect, it } from 'vitest';
import { testProject, type RunTests } from './test-project.ts';
import type { FileReport, TestReport } from './test-report.ts';
import { folderOfTests } from './testing/vitest-in-folder.ts';

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
  const lines: string[] = [];
  const { run, asked } = runner(...reports);
  return { ...(await testProject(run, (line) => lines.push(line), known)), asked, lines };
}

const known = [
  { file: 'known', name: 'waits', since: '2026-11-23', reason: 'a timer of the kernel' },
] as const;

describe('a project of tests', () => {
  it('runs once where everything passes', async () => {
    const { counts, flaky, asked, lines } = await outcomeOf(report(file('a'), file('b')));
    expect(counts).toEqual({ passed: 4, failed: 0, skipped: 2 });
    expect([flaky, asked, lines]).toEqual([[], [undefined], []]);
  });

  it('runs the few files that failed once more; what passes only then is named, and has failed', async () => {
    const { counts, flaky, asked, lines } = await outcomeOf(
      report(file('a'), file('b', 'sorts', 'ends')),
      report({ ...file('b'), passed: 4 }),
    );
    expect(asked).toEqual([undefined, ['b']]);
    expect(counts).toEqual({ passed: 4, failed: 2, skipped: 2 });
    expect(flaky.map(({ name }) => name)).toEqual(['sorts', 'ends']);
    expect(lines).toContain('flaky: b > sorts (at first: sorts went wrong)');
  });

  it('has passed by its second try where what failed at first is known to be flaky', async () => {
    const { counts, flaky, lines } = await outcomeOf(report(file('known', 'waits')), report(file('known')));
    expect(counts).toEqual({ passed: 2, failed: 0, skipped: 1 });
    expect(flaky.map(({ name }) => name)).toEqual(['waits']);
    expect(lines).toContain(
      'flaky, known since 2026-11-23 (a timer of the kernel): known > waits (at first: waits went wrong)',
    );
  });

  it('has failed where another test of the same file is flaky than the one that is known', async () => {
    const { counts } = await outcomeOf(report(file('known', 'waits', 'ends')), report(file('known')));
    expect(counts.failed).toBe(1);
  });

  it('has failed where one that is known to be flaky fails twice', async () => {
    const { counts } = await outcomeOf(
      report(file('known', 'waits')),
      report({ ...file('known', 'waits'), passed: 1 }),
    );
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it('tries the real files again: what fails once has failed, unless it is known', async () => {
    const failsOnce = (name: string) => `
      import { existsSync, writeFileSync } from 'node:fs';
      describe('a race', () => { it('ends', () => {
        const before = existsSync('${name}.ran'); writeFileSync('${name}.ran', ''); expect(before).toBe(true);
      }); });`;
    const sources = { 'good.test.js': `it('adds', () => {});`, 'race.test.js': failsOnce('race') };
    const reason = 'expected false to be true // Object.is equality';
    await using once = await folderOfTests(sources);
    const { counts, flaky, steady } = await testProject(once.run, () => {});
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(steady?.map(({ path }) => path)).toEqual(['good.test.js']);
    expect(flaky).toEqual([{ file: 'race.test.js', name: 'a race > ends', reason }]);
    await using again = await folderOfTests(sources);
    const entry = { file: 'race.test.js', name: 'a race > ends', since: '2026-11-23', reason: 'a race' };
    const passed = await testProject(again.run, () => {}, [entry]);
    expect(passed).toMatchObject({ counts: { passed: 2, failed: 0, skipped: 0 }, flaky });
  });

  it('has failed where a file fails twice, even where others pass beside it', async () => {
    const { counts, flaky } = await outcomeOf(
      report(file('a', 'adds'), file('b', 'sorts', 'ends')),
      report({ ...file('a'), passed: 3 }, { ...file('b', 'sorts'), passed: 3 }),
    );
    expect(counts).toEqual({ passed: 4, failed: 3, skipped: 2 });
    expect(flaky.map(({ name }) => name)).toEqual(['adds', 'ends']);
  });

  it('has failed where another test of the file fails at the second try', async () => {
    const { counts } = await outcomeOf(report(file('a', 'adds')), report(file('a', 'sorts')));
    expect(counts.failed).toBe(2);
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
    const { counts, flaky } = await outcomeOf(report(file('a', 'adds')), report());
    expect(counts.failed).toBe(1);
    expect(flaky).toEqual([]);
  });

  it('has failed by an error that no file can be blamed for, at either try', async () => {
    const stray: TestReport = { files: [file('a')], strayErrors: ['a promise rejected'] };
    expect((await outcomeOf(stray)).counts.failed).toBe(1);
    expect((await outcomeOf(report(file('a', 'adds')), stray)).counts.failed).toBe(2);
  });

  it('has failed where the runner is not content although no test says why', async () => {
    const run: RunTests = () => Promise.resolve({ status: 1, report: report(file('a')) });
    expect((await testProject(run, () => {})).counts.failed).toBe(1);
  });
});
