import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTimes } from './test-times.ts';
import { endToEndStages, integrationStages } from './stages.ts';

const root = join(import.meta.dirname, '../../../..');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });

describe('the lists of test files', () => {
  const shards = [...integrationStages, ...endToEndStages].flat();

  it.each(shards.flatMap(({ files = [] }) => files))('name files that are there: %s', (pattern) => {
    expect(filesOf(pattern).length).toBeGreaterThan(0);
  });

  it('name no file twice', () => {
    const named = shards.flatMap(({ files = [] }) => files.flatMap(filesOf));
    expect(named.filter((path, index) => named.indexOf(path) !== index)).toEqual([]);
  });

  it('record times of files that are there', () => {
    const paths = Object.keys(testTimes());
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('divide what takes time so that the shards of the first stage end together', () => {
    const times = testTimes();
    const [first = []] = integrationStages;
    const seconds = first.map(({ files = [] }) =>
      files.flatMap(filesOf).reduce((total, path) => total + (times[path] ?? 0), 0),
    );
    const mean = seconds.reduce((total, one) => total + one, 0) / seconds.length;
    expect(Math.max(...seconds), seconds.join(', ')).toBeLessThan(mean * 1.2);
  });
});
