import type { TaskInterval } from '@sandglass/contracts';
import { taskInterval } from '@sandglass/contracts/testing/task-interval';
import { describe, expect, it } from 'vitest';
import { firstAfter, IntervalStore } from './interval-store.ts';

const interval = (
  id: string,
  from: number,
  to: number | null,
  more: Partial<TaskInterval> = {},
): TaskInterval =>
  taskInterval(from, to, { id, submissionId: `00000000-0000-7000-8000-00000000${id}`, ...more });
const hosts = [{ judgehost: 'judge-1', slots: 2, online: true, away: [] }];

describe('the intervals of the chart', () => {
  it('are in the row of their slot, in the order of time, for any order of arrival', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    store.add([
      interval('aaa1', 500, 600),
      interval('aaa2', 100, 200),
      interval('aaa3', 50, 90, { slot: 1 }),
    ]);
    expect(store.rows.map(({ slot, intervals }) => [slot, intervals.map(({ id }) => id)])).toEqual([
      [0, ['aaa2', 'aaa1']],
      [1, ['aaa3']],
    ]);
  });

  it('are replaced by what is sent of them later', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    store.add([interval('aaa1', 500, null)]);
    store.add([interval('aaa1', 500, 900, { verdict: 'WA' })]);
    expect(store.rows[0]?.intervals).toMatchObject([{ to: 900, verdict: 'WA' }]);
  });

  it('are not drawn again for nothing: none followed, none of its tests read', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    const { rows, version } = store;
    store.follow([]);
    store.setRuns([]);
    expect(store.version).toBe(version);
    expect(store.rows).toBe(rows);
    store.follow([interval('aaa1', 0, 1)]);
    store.follow([]);
    expect(store.version).toBe(version + 2);
  });

  it('go to another row with the slot their host has exchanged', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    store.add([interval('aaa1', 500, null)]);
    store.add([interval('aaa1', 500, null, { slot: 1 })]);
    expect(store.rows.map(({ intervals }) => intervals.length)).toEqual([0, 1]);
  });

  it('say which problems they are of, as steps do', () => {
    const store = new IntervalStore();
    store.add([interval('aaa1', 0, 1, { problem: 'B' }), interval('aaa2', 2, 3), interval('aaa3', 4, 5)]);
    const cells = { cellMs: 1, from: 0, knownFrom: 0, until: 1, bytes: () => new Uint8Array() };
    store.setCells(new Map([['judge-1/0', { ...cells, problems: ['A', 'C'] }]]));
    expect(store.problems).toEqual(['B', 'A', 'C']);
  });

  it('of the submission that is followed are drawn at their times, as they were sent last', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    const hour = 3_600_000;
    store.add([interval('aaa1', 99 * hour, 99 * hour + 5, { verdict: 'AC' })]);
    const old = interval('aaa2', hour, hour + 5);
    store.follow([old, interval('aaa1', 99 * hour, null)]);
    const drawn = () => store.rows[0]?.intervals.map(({ id, to }) => [id, to]);
    expect(drawn()).toEqual([
      ['aaa2', hour + 5],
      ['aaa1', 99 * hour + 5],
    ]);
    store.follow([]);
    expect(drawn()).toEqual([['aaa1', 99 * hour + 5]]);
  });

  it('are found by the number of their submission, of one contest or of all, and by the end of its id', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    store.add([interval('aaa1', 500, 600), interval('aaa2', 700, 800, { slot: 1 })]);
    const third = { submissionNumber: 3, slot: 1 };
    store.add([
      interval('aaa3', 900, 950, third),
      interval('aaa4', 960, 970, { ...third, contestId: 'other' }),
    ]);
    expect(store.ofSubmission('#3').map(({ id }) => id)).toEqual(['aaa3', 'aaa4']);
    expect(store.ofSubmission('3', 'other').map(({ id }) => id)).toEqual(['aaa4']);
    expect(store.ofSubmission('0000AAA2').map(({ id }) => id)).toEqual(['aaa2']);
    expect(store.ofSubmission('a')).toEqual([]);
  });

  it('are forgotten, the oldest first, where they are too many, and their time is not known any more', () => {
    const store = new IntervalStore();
    store.hosts(hosts);
    const many = Array.from({ length: 60_000 }, (_, at) =>
      interval(String(at), at, at + 1, { slot: at % 2 }),
    );
    store.add(many);
    store.know({ from: 0, until: Infinity });
    expect(store.gaps({ from: 0, until: 60_000 })).toEqual([]);
    store.add(many.map((one) => interval(`b${one.id}`, one.from + 60_000, one.from + 60_001)));
    expect(store.rows.reduce((sum, { intervals }) => sum + intervals.length, 0)).toBeLessThanOrEqual(100_000);
    const [gap, ...more] = store.gaps({ from: 0, until: 120_000 });
    expect(more).toEqual([]);
    expect(gap?.from).toBe(0);
    expect(
      store.rows.flatMap(({ intervals }) => intervals).every(({ to }) => (to ?? 0) >= (gap?.until ?? 0)),
    ).toBe(true);
  });

  it('are found by time', () => {
    const intervals = [interval('aaa1', 0, 10), interval('aaa2', 20, 30), interval('aaa3', 40, null)];
    expect([0, 10, 11, 30, 31, 99].map((from) => firstAfter(intervals, from))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('keep the queue in order when older samples come later', () => {
    const store = new IntervalStore();
    const sample = (at: number) => ({ at, due: 1, dueMs: 1, claimed: 0, slots: 1, oldestMs: 0 });
    store.addQueue([sample(30)]);
    store.addQueue([sample(10), sample(20), sample(30)]);
    store.addQueue([sample(40)]);
    expect(store.queue.map(({ at }) => at)).toEqual([10, 20, 30, 40]);
  });
});
