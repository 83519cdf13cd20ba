/**
 * What each test file took when its times were last recorded, in seconds (`./sandglass test --record-times`); files that take
 * less than two are left out. From it follow the order in which files begin, and whether shards end together.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, 'test-times.json');
const leastSeconds = 2;

export type TestTimes = Readonly<Record<string, number>>;

export const testTimes = (): TestTimes => JSON.parse(readFileSync(path, 'utf8')) as TestTimes;

/**
 * The times with those of a run in their place.
 * @param ran files of that run, relative to the checkout
 * @param isThere whether a file still is
 */
export function withRun(
  times: TestTimes,
  ran: readonly { readonly path: string; readonly ms: number }[],
  isThere: (path: string) => boolean,
): TestTimes {
  const all = { ...times, ...Object.fromEntries(ran.map(({ path, ms }) => [path, Math.round(ms / 1000)])) };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([path, seconds]) => seconds >= leastSeconds && isThere(path))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function recordTimes(times: TestTimes): void {
  writeFileSync(path, `${JSON.stringify(times, null, 2)}\n`);
}
