import { beforeAll, describe, expect, it } from 'vitest';
import type { TestReport } from './test-report.ts';
import { folderOfTests } from './testing/vitest-in-folder.ts';

const sources = {
  'good.test.js': `it('adds', () => expect(1 + 1).toBe(2)); it.skip('is left out', () => {});`,
  'bad.test.js': `describe('sums', () => { it('add', () => expect(1 + 1).toBe(3)); it('too', () => {}); });`,
  'hook.test.js': `describe('a server', () => { beforeAll(() => { throw new Error('no port') }); it('answers', () => {}); });`,
  'import.test.js': `import './nowhere.js'; it('is never seen', () => {});`,
  'stray.test.js': `it('forgets a promise', async () => {
    void Promise.reject(new Error('nobody looks')); await new Promise((done) => setTimeout(done, 20)); });`,
  'dies.test.js': `it('ends its process', () => { process.kill(process.pid, 'SIGKILL'); });`,
};

describe('the report of a test run', () => {
  let report: TestReport | undefined;

  beforeAll(async () => {
    await using folder = await folderOfTests(sources);
    ({ report } = await folder.run());
  });

  const fileOf = (path: string) => report?.files.find((file) => file.path === path);

  it('has every file with its time and what passed and was skipped', () => {
    expect(report?.files.map(({ path }) => path).toSorted()).toEqual(Object.keys(sources).toSorted());
    expect(fileOf('good.test.js')).toMatchObject({ passed: 1, skipped: 1, failures: [] });
    expect(fileOf('good.test.js')?.ms).toBeGreaterThan(0);
  });

  it('names a failed test with its suite and the first line of why', () => {
    expect(fileOf('bad.test.js')).toMatchObject({
      passed: 1,
      failures: [{ name: 'sums > add', reason: 'expected 2 to be 3 // Object.is equality' }],
    });
  });

  it('tells a failed hook, a file that cannot be loaded and one whose process died', () => {
    expect(fileOf('hook.test.js')?.failures).toEqual([
      { name: 'a server (around its tests)', reason: 'no port' },
    ]);
    expect(fileOf('import.test.js')?.failures[0]?.reason).toContain('nowhere.js');
    expect(fileOf('dies.test.js')?.failures).not.toEqual([]);
  });

  it('blames the file for an error that nobody caught in it', () => {
    expect(fileOf('stray.test.js')?.failures).toContainEqual({
      name: 'an error that nobody caught',
      reason: 'nobody looks',
    });
  });
});
