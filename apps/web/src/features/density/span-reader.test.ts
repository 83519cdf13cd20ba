import type { SpanCellsAnswer, SpansAnswer, TaskSpan } from '@sandglass/contracts';
import { taskSpan } from '@sandglass/contracts/testing/task-span';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stretch } from './known-time.ts';
import { SpanReader, type Look } from './span-reader.ts';
import { SpanStore } from './span-store.ts';

const now = 1_700_000_000_000;
const hosts = [{ judgehost: 'judge-1', slots: 400, online: true, away: [] }];

/** An api that knows these spans, the latest first, and what it was asked. */
function apiWith(spans: readonly TaskSpan[]) {
  const asked: string[] = [];
  const within = ({ from, until }: Stretch) =>
    spans.filter((span) => span.from <= until && (span.to ?? until) >= from);
  const answers: Record<string, (query: URLSearchParams) => SpanCellsAnswer | SpansAnswer> = {
    '/api/monitor/cells': (query) => {
      const time = timeOf(query);
      const told = within(time);
      const shape = { cellMs: 1000, knownFrom: 0, problems: [], ...time };
      return { now, hosts, queue: [], spans: told.length <= 300 ? told : null, lanes: [], ...shape };
    },
    '/api/monitor/spans': (query) => {
      const told = within(timeOf(query));
      const limit = Number(query.get('limit'));
      const completeFrom = told[limit]?.to ?? null;
      return { now, hosts, queue: [], spans: told.slice(0, limit), completeFrom };
    },
  };
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://api');
    asked.push([pathname.split('/').at(-1), searchParams.get('lanes') ?? ''].join(' ').trim());
    return Promise.resolve(Response.json(answers[pathname]?.(searchParams)));
  });
  return asked;
}

const timeOf = (query: URLSearchParams) => ({
  from: Number(query.get('from')),
  until: Number(query.get('until')),
});

/** One ended every so many ms, the latest first. */
const spansEvery = (ms: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    taskSpan(now - (index + 1) * ms, now - index * ms, { id: `s${String(index)}.1`, slot: index % 400 }),
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

async function read(reader: SpanReader, minutes: number): Promise<number | null> {
  const reading = reader.read(lookAt(minutes));
  await vi.runAllTimersAsync();
  return reading;
}

it('steps of the slots in sight come first, then those of all, then spans part by part until all are there', async () => {
  const asked = apiWith(spansEvery(100, 5000));
  const store = new SpanStore();
  store.hosts(hosts);
  expect(await read(new SpanReader(store), 10)).toBeNull();
  expect(asked).toEqual(['cells 160', 'cells', 'spans', 'spans', 'spans']);
  expect(store.gaps(lookAt(10).seen())).toEqual([]);
  expect(new Set(store.lanes.flatMap(({ spans }) => spans.map(({ id }) => id))).size).toBe(5000);
});

it('few spans come with the steps: then only what follows is asked for', async () => {
  const asked = apiWith(spansEvery(10_000, 60));
  const store = new SpanStore();
  store.hosts(hosts);
  expect(await read(new SpanReader(store), 10)).toBeNull();
  expect(asked).toEqual(['cells 160', 'spans']);
  expect(await read(new SpanReader(store), 10)).toBeNull();
  expect(asked).toHaveLength(2);
});

it('what would take too many answers stays steps, and after a break of the stream the latest spans are read again', async () => {
  const asked = apiWith(spansEvery(10, 60_000));
  const store = new SpanStore();
  store.hosts(hosts);
  const reader = new SpanReader(store);
  expect(await read(reader, 30)).toBe(1000);
  const spans = asked.filter((question) => question === 'spans').length;
  expect(spans).toBe(12);
  const gaps = store.gaps(lookAt(30).seen());
  expect(gaps).toHaveLength(1);
  expect(gaps[0]?.until).toBeLessThan(now - 200_000);
  await read(reader, 30);
  expect(asked.filter((question) => question === 'spans')).toHaveLength(spans);
  reader.doubt();
  await read(reader, 30);
  expect(store.gaps(lookAt(30).seen())).toEqual(gaps);
});
