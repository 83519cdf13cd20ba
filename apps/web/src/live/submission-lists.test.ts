import type { SubmissionFilters, SubmissionSummary } from '@sandglass/contracts';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../api/keys.ts';
import { settleMs } from './refetch.ts';
import { askUnfinished, changeLists, shortenHidden } from './submission-lists.ts';
import type { Pages } from './submission-pages.ts';
import { id, idsOf, pagesOf, summary } from './testing/summaries.ts';

const fetching = vi.fn<typeof fetch>();
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetching);
  client = new QueryClient();
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetching.mockReset();
});

const listed = (filters: SubmissionFilters): string[] =>
  idsOf(client.getQueryData<Pages>(keys.submissionList('c', filters)));
const hold = (filters: SubmissionFilters, pages: Pages): void =>
  void client.setQueryData(keys.submissionList('c', filters), pages);
const answer = (...submissions: SubmissionSummary[]): Response =>
  new Response(JSON.stringify({ submissions, next: null }), {
    headers: { 'content-type': 'application/json' },
  });
const addressOf = (call: number): URL => new URL(fetching.mock.calls[call]?.[0] as string, 'http://x');

describe('a list whose filter only the api can apply', () => {
  const filters = { host: 'kiln' };

  it('asks about the submissions that changed, once for a burst, and about no page', async () => {
    hold(filters, pagesOf(summary(4), summary(2)));
    fetching.mockResolvedValueOnce(answer(summary(3, { verdict: 'AC', state: 'done' })));
    changeLists(client, 'c', summary(2, { verdict: 'AC', state: 'done' }));
    changeLists(client, 'c', summary(3, { verdict: 'AC', state: 'done' }));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(listed(filters)).toEqual([id(4), id(3)]);
    expect(fetching).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(addressOf(0).searchParams)).toEqual({
      host: 'kiln',
      ids: `${id(2)},${id(3)}`,
      limit: '2',
    });
  });

  it('asks again about one that changed while it was asked about', async () => {
    hold(filters, pagesOf());
    fetching.mockImplementationOnce(() => {
      changeLists(client, 'c', summary(1));
      return Promise.resolve(answer());
    });
    fetching.mockResolvedValueOnce(answer(summary(1)));
    changeLists(client, 'c', summary(1));
    await vi.advanceTimersByTimeAsync(2 * settleMs);
    expect(listed(filters)).toEqual([id(1)]);
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  it('is fetched as a whole where the question finds no answer', async () => {
    hold(filters, pagesOf(summary(1)));
    fetching.mockRejectedValueOnce(new TypeError('network'));
    changeLists(client, 'c', summary(2));
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(client.getQueryState(keys.submissionList('c', filters))?.isInvalidated).toBe(true);
  });
});

it('what is sent while a page is on its way is in the list when it has come', async () => {
  const later: ((page: Pages['pages'][number]) => void)[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: keys.submissionList('c', {}),
    queryFn: ({ pageParam }) =>
      pageParam === null
        ? { submissions: [summary(4)], next: id(4) }
        : new Promise<Pages['pages'][number]>((resolve) => later.push(resolve)),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1);
  const next = observer.fetchNextPage();
  changeLists(client, 'c', summary(5));
  changeLists(client, 'c', summary(3, { verdict: 'AC' }));
  later[0]?.({ submissions: [summary(3), summary(2)], next: null });
  await next;
  await vi.advanceTimersByTimeAsync(1);
  const pages = client.getQueryData<Pages>(keys.submissionList('c', {}));
  expect(idsOf(pages)).toEqual([id(5), id(4), id(3), id(2)]);
  expect(pages?.pages[1]?.submissions[0]?.verdict).toBe('AC');
  // The pages that were there are not asked for again.
  expect(later).toHaveLength(1);
  leave();
});

it('a list nobody looks at is cut to its first pages before all of it is fetched again', () => {
  const pages = Array.from({ length: 9 }, (_, n) => ({ submissions: [summary(9 - n)], next: id(9 - n) }));
  hold({}, { pages, pageParams: [null, ...pages.slice(1).map((_, n) => id(9 - n))] });
  shortenHidden(client, 'c');
  expect(listed({})).toEqual([id(9), id(8), id(7), id(6), id(5)]);
});

describe('after a time without messages of progress', () => {
  it('a list that is looked at asks about what was being judged, and about nothing else', async () => {
    const running = summary(1, { verdict: null, state: 'running' });
    hold({}, pagesOf(summary(3, { verdict: 'AC', state: 'done' }), summary(2), running));
    hold({ team: 't' }, pagesOf(running));
    const observer = new InfiniteQueryObserver(client, {
      queryKey: keys.submissionList('c', {}),
      queryFn: () => Promise.reject(new Error('the whole list was asked for')),
      initialPageParam: null,
      getNextPageParam: () => null,
      staleTime: Infinity,
    });
    const end = observer.subscribe(() => {});
    const done = { verdict: 'WA', state: 'done' } as const;
    fetching.mockResolvedValueOnce(answer(summary(2, done), summary(1, done)));
    askUnfinished(client, 'c');
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(fetching).toHaveBeenCalledTimes(1);
    expect(addressOf(0).searchParams.get('ids')).toBe(`${id(2)},${id(1)}`);
    const held = client.getQueryData<Pages>(keys.submissionList('c', {}));
    expect(held?.pages[0]?.submissions.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    end();
  });
});
