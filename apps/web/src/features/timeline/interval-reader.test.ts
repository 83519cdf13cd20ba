import type { IntervalCellsAnswer, IntervalsAnswer, TaskInterval } from '@sandglass/contracts';
import { taskInterval } from '@sandglass/contracts/testing/task-interval';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stretch } from './known-time.ts';
import { IntervalReader, type Look } from './interval-reader.ts';
import { IntervalStore } from './interval-store.ts';

const now = 1_700_000_000_000;
const hosts = [{ judgehost: 'judge-1', slots: 400, online: true, away: [] }];

/** An api that knows these intervals, the latest first, and what it was asked. */
function apiWith(intervals: readonly TaskInterval[]) {
  const asked: string[] = [];
  const within = ({ from, until }: Stretch) =>
    intervals.filter((interval) => interval.from <= until && (interval.to ?? until) >= from);
  const answers: Record<string, (query: URLSearchParams) => IntervalCellsAnswer | IntervalsAnswer> = {
    '/api/monitor/cells': (query) => {
      const time = timeOf(query);
      const sent = within(time);
      const shape = { cellMs: 1000, knownFrom: 0, problems: [], ...time };
      return { now, hosts, queue: [], intervals: sent.length <= 300 ? sent : null, rows: [], ...shape };
    },
    '/api/monitor/intervals': (query) => {
      const sent = within(timeOf(query));
      const limit = Number(query.get('limit'));
      const completeFrom = sent[limit]?.to ?? null;
      return { now, hosts, queue: [], intervals: sent.slice(0, limit), completeFrom };
    },
  };
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://api');
    asked.push([pathname.split('/').at(-1), searchParams.get('rows') ?? ''].join(' ').trim());
    return Promise.resolve(Response.json(answers[pathname]?.(searchParams)));
  });
  return asked;
}

const timeOf = (query: URLSearchParams) => ({
  from: Number(query.get('from')),
  until: Number(query.get('until')),
});

/** One ended every so many ms, the latest first. */
const intervalsEvery = (ms: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    taskInterval(now - (index + 1) * ms, now - index * ms, { id: `s${String(index)}.1`, slot: index % 400 }),
  );

/** The clock goes on with every look at it. */
function lookAt(minutes: number): Look {
  let clock = now;
  const seen = () => ({ from: clock - minutes * 60_000, until: (clock += 1) });
  return { seen, now: () => clock, follows: true, signal: new AbortController().signal };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function read(reader: IntervalReader, minutes: number): Promise<number | null> {
  const reading = reader.read(lookAt(minutes));
  await vi.runAllTimersAsync();
  return reading;
}

it('steps of the slots in sight come first, then those of all, then intervals part by part until all are there', async () => {
  const asked = apiWith(intervalsEvery(100, 5000));
  const store = new IntervalStore();
  store.hosts(hosts);
  expect(await read(new IntervalReader(store), 10)).toBeNull();
  expect(asked).toEqual(['cells 160', 'cells', 'intervals', 'intervals', 'intervals']);
  expect(store.gaps(lookAt(10).seen())).toEqual([]);
  expect(new Set(store.rows.flatMap(({ intervals }) => intervals.map(({ id }) => id))).size).toBe(5000);
});

it('few intervals come with the steps: then only what follows is asked for', async () => {
  const asked = apiWith(intervalsEvery(10_000, 60));
  const store = new IntervalStore();
  store.hosts(hosts);
  expect(await read(new IntervalReader(store), 10)).toBeNull();
  expect(asked).toEqual(['cells 160', 'intervals']);
  expect(await read(new IntervalReader(store), 10)).toBeNull();
  expect(asked).toHaveLength(2);
});

it('what would take too many answers stays steps, and after a break of the stream the latest intervals are read again', async () => {
  const asked = apiWith(intervalsEvery(10, 60_000));
  const store = new IntervalStore();
  store.hosts(hosts);
  const reader = new IntervalReader(store);
  expect(await read(reader, 30)).toBe(1000);
  const intervals = asked.filter((question) => question === 'intervals').length;
  expect(intervals).toBe(12);
  const gaps = store.gaps(lookAt(30).seen());
  expect(gaps).toHaveLength(1);
  expect(gaps[0]?.until).toBeLessThan(now - 200_000);
  await read(reader, 30);
  expect(asked.filter((question) => question === 'intervals')).toHaveLength(intervals);
  reader.doubt();
  await read(reader, 30);
  expect(store.gaps(lookAt(30).seen())).toEqual(gaps);
});
