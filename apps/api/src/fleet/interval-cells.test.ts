import { verdictIds, type TaskInterval } from '@sandglass/contracts';
import { taskInterval as interval } from '@sandglass/contracts/testing/task-interval';
import { expect, it } from 'vitest';
import { IntervalCells } from './interval-cells.ts';

const hour = 1_700_000_000_000;

const hours = 3_600_000;
const slot = { judgehost: 'judge-1', slot: 0 };
const tenSeconds = () => new IntervalCells(10_000, 6 * hours);

/** Cells as [busy of 8, verdict, doubtful, problem, gap]. */
function read(cells: IntervalCells, from: number, until: number, running: TaskInterval[] = []): unknown[][] {
  const answer = cells.between(from, until, [slot], running);
  const bytes = Buffer.from(answer.rows[0]?.cells ?? '', 'base64');
  return Array.from({ length: bytes.length / 3 }, (_, index) => {
    const [verdict = 0, problem = 0, busy = 0] = bytes.subarray(index * 3, index * 3 + 3);
    const names = [verdictIds[(verdict & 0x7f) - 1], verdict >= 0x80, answer.problems[problem - 1]];
    return [busy >> 4, ...names, busy & 0xf];
  });
}

it('a step is as busy as its intervals, and has the colour of the one that took most of it', () => {
  const cells = tenSeconds();
  cells.add(interval(hour, hour + 2000));
  cells.add(interval(hour + 2000, hour + 7000, { verdict: 'WA', problem: 'B', maxGapUs: 50_000 }));
  cells.add(interval(hour + 15_000, hour + 25_000, { suspect: true, verdict: 'WTL' }));
  expect(read(cells, hour, hour + 39_999)).toEqual([
    [6, 'WA', false, 'B', 3],
    [5, 'WTL', true, 'A', 1],
    [5, 'WTL', true, 'A', 1],
    [0, undefined, false, undefined, 0],
  ]);
});

it('hours are sent in at most 400 steps, in which nothing that ran is lost', () => {
  const cells = tenSeconds();
  cells.add(interval(hour, hour + 300));
  const day = cells.between(hour - 6 * hours, hour + 1000, [slot]);
  expect(day.cellMs).toBe(60_000);
  const busy = read(cells, hour - 6 * hours, hour + 1000).filter(([share]) => share !== 0);
  expect(busy).toEqual([[1, 'AC', false, 'A', 1]]);
});

it('what runs is busy until now, and has no verdict yet', () => {
  const cells = tenSeconds();
  cells.add(interval(hour, hour + 12_000, { suspect: true }));
  const running = interval(hour + 15_000, null, { verdict: null });
  expect(read(cells, hour, hour + 25_000, [running])).toEqual([
    [8, 'AC', true, 'A', 1],
    [6, undefined, true, undefined, 0],
    [5, undefined, false, undefined, 0],
  ]);
  // What is looked at may be over before it began.
  expect(read(cells, hour, hour + 14_000, [running])).toHaveLength(2);
});

it('contains the slots that are asked for, in that order, and nothing of one that was idle', () => {
  const cells = tenSeconds();
  cells.add(interval(hour, hour + 2000, { slot: 3 }));
  cells.add(interval(hour, hour + 2000));
  const slots = [{ judgehost: 'judge-1', slot: 3 }, { judgehost: 'judge-2', slot: 3 }, slot];
  const { rows } = cells.between(hour, hour + 5000, slots);
  expect(rows.map(({ judgehost, slot: ordinal, cells: sent }) => [judgehost, ordinal, sent !== ''])).toEqual([
    ['judge-1', 3, true],
    ['judge-2', 3, false],
    ['judge-1', 0, true],
  ]);
});

it('forty hosts of twenty slots that go on judging for an hour take an answer of two megabytes at most', () => {
  const cells = tenSeconds();
  const slots = Array.from({ length: 800 }, (_, row) => ({
    judgehost: `judge-${String(row % 40)}`,
    slot: Math.floor(row / 40),
  }));
  for (const one of slots) {
    for (let at = 0; at < hours; at += 20_000) cells.add(interval(hour + at, hour + at + 15_000, one));
  }
  const answer = cells.between(hour, hour + hours, slots);
  expect(answer.rows).toHaveLength(800);
  expect(JSON.stringify(answer).length).toBeLessThan(2_000_000);
  for (const { cells: sent } of answer.rows) {
    const bytes = Buffer.from(sent, 'base64');
    const idle = Array.from({ length: 360 }, (_, index) => (bytes[index * 3 + 2] ?? 0) >> 4).filter(
      (share) => share === 0,
    );
    expect(idle).toHaveLength(0);
  }
});

it('what is older than is kept makes room', () => {
  const cells = tenSeconds();
  cells.add(interval(hour, hour + 10_000));
  cells.add(interval(hour + 6 * hours, hour + 6 * hours + 10_000));
  expect(read(cells, hour, hour + 5000)).toEqual([]);
});
