import type { RunInterval, TaskInterval } from '@sandglass/contracts';
import { taskInterval } from '@sandglass/contracts/testing/task-interval';
import { expect, it } from 'vitest';
import { partsOf } from './interval-parts.ts';

const run = (from: number, wallMs: number) => ({ from, wallUs: wallMs * 1000 }) as RunInterval;

function parts(interval: TaskInterval, runs: readonly RunInterval[] = []) {
  return partsOf(interval, runs, 10_000).map(({ from, until, what }) => [
    typeof what === 'string' ? what : 'run',
    from,
    until,
  ]);
}

it('an interval is waiting, then compiling as long as was measured, then its runs', () => {
  expect(parts(taskInterval(1000, 5000, { compiledAt: 3000, compileMs: 500 }))).toEqual([
    ['waiting', 1000, 2500],
    ['compiling', 2500, 3000],
    ['judged', 3000, 5000],
  ]);
});

it.each([0, null])('a task with %s ms measured as compiling was waiting until its first run', (compileMs) => {
  expect(parts(taskInterval(1000, 5000, { compiledAt: 3000, compileMs }))).toEqual([
    ['waiting', 1000, 3000],
    ['judged', 3000, 5000],
  ]);
});

it('an interval that runs is compiling until it has compiled, then running until it has ended', () => {
  expect(parts(taskInterval(1000, null, { compiledAt: null, compileMs: null }))).toEqual([
    ['compiling', 1000, 10_000],
  ]);
  expect(parts(taskInterval(1000, null, { compiledAt: null, compileMs: 0 }))).toEqual([
    ['waiting', 1000, 10_000],
  ]);
  expect(parts(taskInterval(1000, null, { compiledAt: 2000, compileMs: 1000 }))).toEqual([
    ['compiling', 1000, 2000],
    ['running', 2000, 10_000],
  ]);
});

it('between the runs it waits, and a test that still runs is running', () => {
  const interval = taskInterval(1000, null, { compiledAt: 2000, compileMs: 1000 });
  const found = parts(interval, [run(2000, 500), run(2600, 400)]);
  expect(found).toEqual([
    ['compiling', 1000, 2000],
    ['waiting', 2000, 3000],
    ['running', 3000, 10_000],
    ['run', 2000, 2500],
    ['run', 2600, 3000],
  ]);
  expect(parts({ ...interval, compiledAt: null, compileMs: null }, [run(2000, 500)])[0]).toEqual([
    'waiting',
    1000,
    2000,
  ]);
});
