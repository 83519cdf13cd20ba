import type { TaskInterval } from '@sandglass/contracts';
import { taskInterval } from '@sandglass/contracts/testing/task-interval';
import { describe, expect, it } from 'vitest';
import { IntervalHistory } from './interval-history.ts';

const interval = taskInterval(2000, null, {
  id: 'task.1',
  taskId: 'task',
  judgehost: 'host1',
  verdict: null,
});

/** A task in the database that ends when it has been asked for so many times. */
function taskThatEnds(questions: number) {
  let asked = 0;
  const hasEnded = (): boolean => (asked += 1) > questions;
  const done = { ...interval, to: 3000, state: 'done' } as const;
  return {
    running: () => Promise.resolve(hasEnded() ? [] : [{ id: interval.id, taskId: interval.taskId }]),
    ended: () => Promise.resolve(hasEnded() ? [done] : []),
    byTasks: () => Promise.resolve(hasEnded() ? [done] : [interval]),
  };
}

describe('the history of intervals', () => {
  it.each([2, 3, 4, 5, 6, 7])(
    'never calls a task given back that ended after question %i',
    async (questions) => {
      const history = new IntervalHistory(taskThatEnds(questions));
      const sent: string[] = [];
      for (const nowMs of [2100, 2600, 3100, 3600]) {
        for (const { state } of await history.follow(nowMs)) sent.push(state);
      }
      expect(sent.filter((state) => state !== 'running')).toEqual(['done']);
      expect(history.between(0, 10_000, 10).intervals.map(({ state }) => state)).toEqual(['done']);
    },
  );

  it('sends an interval that runs when it has compiled and had further runs, and not when nothing has changed', async () => {
    let read = interval;
    const history = new IntervalHistory({
      running: () => Promise.resolve([{ id: interval.id, taskId: interval.taskId }]),
      ended: () => Promise.resolve([]),
      byTasks: () => Promise.resolve([read]),
    });
    const sent = async (nowMs: number) =>
      (await history.follow(nowMs)).map(({ compiledAt, runs }) => [compiledAt, runs]);
    expect(await sent(2100)).toEqual([[null, 1]]);
    expect(await sent(4100)).toEqual([]);
    read = { ...interval, compiledAt: 2500, runs: 3 };
    expect([...(await sent(5000)), ...(await sent(6100))]).toEqual([[2500, 3]]);
    expect(await sent(8100)).toEqual([]);
    expect(history.between(0, 10_000, 10).intervals).toMatchObject([{ compiledAt: 2500, runs: 3 }]);
  });

  it('says since when intervals are whole, and knows of older time in steps', async () => {
    const [nowMs, everyMs, count] = [1_700_000_000_000, 100, 52_000];
    // More than are read at the start, the latest last.
    const all: TaskInterval[] = Array.from({ length: count }, (_, index) => {
      const to = nowMs - (count - index) * everyMs;
      return { ...interval, id: `${String(index)}.1`, from: to - everyMs, to, state: 'done', verdict: 'AC' };
    });
    const history = new IntervalHistory({
      running: () => Promise.resolve([]),
      byTasks: () => Promise.resolve([]),
      ended: (after, until, limit) =>
        Promise.resolve(
          all
            .filter(({ to }) => to !== null && to > after.getTime() && to <= until.getTime())
            .slice(-limit)
            .toReversed(),
        ),
    });
    const from = nowMs - 6_000_000;
    expect(history.between(from, nowMs, 25_000).completeFrom).toBe(nowMs);
    await history.open(nowMs);
    // An answer has room for 25 000, the process has read 40 000.
    expect(history.between(from, nowMs, 25_000).completeFrom).toBe(nowMs - 25_001 * everyMs);
    expect(history.between(from, nowMs, 99_000).completeFrom).toBe(nowMs - 40_000 * everyMs);
    expect(history.between(nowMs - 1_000_000, nowMs, 25_000).completeFrom).toBeNull();
    const { knownFrom, rows, cellMs } = history.cells(from, nowMs, nowMs, [{ judgehost: 'host1', slot: 0 }]);
    expect(knownFrom).toBe(nowMs - 6 * 3_600_000);
    const bytes = Buffer.from(rows[0]?.cells ?? '', 'base64');
    const busy = Array.from({ length: bytes.length / 3 }, (_, index) => (bytes[index * 3 + 2] ?? 0) >> 4);
    expect(cellMs).toBe(20_000);
    // It began 5 200 s ago, and went on without a pause.
    expect(busy.filter((share) => share > 0)).toHaveLength(Math.ceil((count * everyMs) / cellMs) + 1);
  });
});
