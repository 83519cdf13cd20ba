import type { TaskSpan } from '@sandglass/contracts';
import { taskSpan } from '@sandglass/contracts/testing/task-span';
import { describe, expect, it } from 'vitest';
import { firstAfter, SpanStore } from './span-store.ts';

const span = (id: string, from: number, to: number | null, more: Partial<TaskSpan> = {}): TaskSpan =>
  taskSpan(from, to, { id, submissionId: `00000000-0000-7000-8000-00000000${id}`, ...more });
const hosts = [{ judgehost: 'judge-1', slots: 2, online: true, away: [] }];

describe('the spans of the chart', () => {
  it('stand in the lane of their slot, in the order of time, whatever order they come in', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    store.add([span('aaa1', 500, 600), span('aaa2', 100, 200), span('aaa3', 50, 90, { slot: 1 })]);
    expect(store.lanes.map(({ slot, spans }) => [slot, spans.map(({ id }) => id)])).toEqual([
      [0, ['aaa2', 'aaa1']],
      [1, ['aaa3']],
    ]);
  });

  it('are replaced by what is told of them later', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    store.add([span('aaa1', 500, null)]);
    store.add([span('aaa1', 500, 900, { verdict: 'WA' })]);
    expect(store.lanes[0]?.spans).toMatchObject([{ to: 900, verdict: 'WA' }]);
  });

  it('are not drawn again for nothing: none followed, none of its tests read', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    const { lanes, version } = store;
    store.follow([]);
    store.setRuns([]);
    expect(store.version).toBe(version);
    expect(store.lanes).toBe(lanes);
    store.follow([span('aaa1', 0, 1)]);
    store.follow([]);
    expect(store.version).toBe(version + 2);
  });

  it('go to another lane with the slot their host has exchanged', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    store.add([span('aaa1', 500, null)]);
    store.add([span('aaa1', 500, null, { slot: 1 })]);
    expect(store.lanes.map(({ spans }) => spans.length)).toEqual([0, 1]);
  });

  it('say which problems they are of, as steps do', () => {
    const store = new SpanStore();
    store.add([span('aaa1', 0, 1, { problem: 'B' }), span('aaa2', 2, 3), span('aaa3', 4, 5)]);
    const cells = { cellMs: 1, from: 0, knownFrom: 0, until: 1, bytes: () => new Uint8Array() };
    store.setCells(new Map([['judge-1/0', { ...cells, problems: ['A', 'C'] }]]));
    expect(store.problems).toEqual(['B', 'A', 'C']);
  });

  it('of the submission that is followed are drawn whenever they were, as they were told last', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    const hour = 3_600_000;
    store.add([span('aaa1', 99 * hour, 99 * hour + 5, { verdict: 'AC' })]);
    const old = span('aaa2', hour, hour + 5);
    store.follow([old, span('aaa1', 99 * hour, null)]);
    const drawn = () => store.lanes[0]?.spans.map(({ id, to }) => [id, to]);
    expect(drawn()).toEqual([
      ['aaa2', hour + 5],
      ['aaa1', 99 * hour + 5],
    ]);
    store.follow([]);
    expect(drawn()).toEqual([['aaa1', 99 * hour + 5]]);
  });

  it('are found by the end of their submission’s id', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    store.add([span('aaa1', 500, 600), span('aaa2', 700, 800, { slot: 1 })]);
    expect(store.ofSubmission('0000AAA2').map(({ id }) => id)).toEqual(['aaa2']);
    expect(store.ofSubmission('a')).toEqual([]);
  });

  it('are forgotten, the oldest first, where they are too many, and their time is not known any more', () => {
    const store = new SpanStore();
    store.hosts(hosts);
    const many = Array.from({ length: 60_000 }, (_, at) => span(String(at), at, at + 1, { slot: at % 2 }));
    store.add(many);
    store.know({ from: 0, until: Infinity });
    expect(store.gaps({ from: 0, until: 60_000 })).toEqual([]);
    store.add(many.map((one) => span(`b${one.id}`, one.from + 60_000, one.from + 60_001)));
    expect(store.lanes.reduce((sum, { spans }) => sum + spans.length, 0)).toBeLessThanOrEqual(100_000);
    const [gap, ...more] = store.gaps({ from: 0, until: 120_000 });
    expect(more).toEqual([]);
    expect(gap?.from).toBe(0);
    expect(store.lanes.flatMap(({ spans }) => spans).every(({ to }) => (to ?? 0) >= (gap?.until ?? 0))).toBe(
      true,
    );
  });

  it('are found by time', () => {
    const spans = [span('aaa1', 0, 10), span('aaa2', 20, 30), span('aaa3', 40, null)];
    expect([0, 10, 11, 30, 31, 99].map((from) => firstAfter(spans, from))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('keep the queue in order when older samples come later', () => {
    const store = new SpanStore();
    const sample = (at: number) => ({ at, due: 1, dueMs: 1, claimed: 0, slots: 1, oldestMs: 0 });
    store.addQueue([sample(30)]);
    store.addQueue([sample(10), sample(20), sample(30)]);
    store.addQueue([sample(40)]);
    expect(store.queue.map(({ at }) => at)).toEqual([10, 20, 30, 40]);
  });
});
