import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A file is one noun; one that is longer than this is two. */
const mostLines = 300;

/** Lists, which are read by looking up one entry. */
const catalogues = [
  'apps/api/src/platform/errors/catalogue.ts',
  'packages/problem-package/src/issue-catalogue.ts',
];

/** The two files in which a whole process is put together, and how long each may be. */
const processes: readonly (readonly [string, number])[] = [
  ['apps/api/src/app.ts', 120],
  ['apps/judgehost/src/judgehost.ts', 200],
];

/** What only tests, attacks and measurements run. */
const beside = /(^|\/)(testing|bench|e2e|hostile|fuzz|check)\/|test/;

function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}

function productFiles(): string[] {
  return execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.cc', '*.h'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !beside.test(file));
}

it('every file of the product but the catalogues is short', () => {
  const files = productFiles();
  expect(files.length).toBeGreaterThan(500);
  const long = files.filter((file) => linesOf(file) > mostLines);
  expect(long.filter((file) => !catalogues.includes(file))).toEqual([]);
});

it.each(processes)('%s has no more than %i lines', (file, most) => {
  expect(linesOf(file)).toBeLessThanOrEqual(most);
});
