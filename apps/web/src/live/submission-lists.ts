/**
 * A submission has changed: every list that is held follows, without being fetched again. The jury may have scrolled
 * through hundreds of pages, each a request of its own, and events come faster than those could be answered.
 */
import {
  type SubmissionFilters,
  type SubmissionList,
  type SubmissionSummary,
  submissionListSchema,
} from '@sandglass/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { settleMs, whenFetched } from './refetch.ts';
import { type Pages, mergeIntoPages, needsTheApi, putIntoPages, takeFromPages } from './submission-pages.ts';

/** Asked for at once, and no more: an address has its bounds. */
const askedAtOnce = 100;

export function changeLists(client: QueryClient, contestId: string, summary: SubmissionSummary): void {
  for (const query of client.getQueryCache().findAll({ queryKey: keys.submissionLists(contestId) })) {
    const filters = filtersOf(query);
    change(client, query, (pages) => mergeIntoPages(pages, summary, filters));
    if (needsTheApi(filters)) ask(client, contestId, query, summary.id);
    else if (query.state.fetchStatus === 'fetching') remember(client, query, summary);
  }
}

function filtersOf(query: Query): SubmissionFilters {
  return query.queryKey.at(-1) ?? {};
}

function change(client: QueryClient, query: Query, by: (pages: Pages) => Pages): void {
  client.setQueryData<Pages>(query.queryKey, (pages) => pages && by(pages));
}

const sent = new WeakMap<Query, Map<string, SubmissionSummary>>();

/**
 * A page on its way may have been made before the event, and what comes with it takes the place of all pages as they
 * were when it was asked for: what was sent since is applied once more.
 */
function remember(client: QueryClient, query: Query, summary: SubmissionSummary): void {
  const known = sent.get(query);
  if (known !== undefined) return void known.set(summary.id, summary);
  const updates = new Map([[summary.id, summary]]);
  sent.set(query, updates);
  whenFetched(client, query, () => {
    sent.delete(query);
    const filters = filtersOf(query);
    for (const one of updates.values()) change(client, query, (pages) => mergeIntoPages(pages, one, filters));
  });
}

const asked = new WeakMap<Query, Set<string>>();

/** Which hosts judged it, and when that ended, only the api knows: it is asked about those that changed alone. */
function ask(client: QueryClient, contestId: string, query: Query, id: string): void {
  const waiting = asked.get(query);
  if (waiting !== undefined) return void waiting.add(id);
  const first = new Set([id]);
  asked.set(query, first);
  void askAll(client, contestId, query, first)
    // Not answered: then the list is fetched as a whole, which is tried again and says so where it fails.
    .catch(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
    .finally(() => asked.delete(query));
}

/** After a time without messages of progress: what is being judged is asked about in the lists that are looked at. */
export function askUnfinished(client: QueryClient, contestId: string): void {
  const held = client.getQueryCache().findAll({ queryKey: keys.submissionLists(contestId), type: 'active' });
  for (const query of held) {
    const pages = (query.state.data as Pages | undefined)?.pages ?? [];
    for (const { id, state } of pages.flatMap(({ submissions }) => submissions))
      if (state !== 'done') ask(client, contestId, query, id);
  }
}

async function askAll(
  client: QueryClient,
  contestId: string,
  query: Query,
  waiting: Set<string>,
): Promise<void> {
  while (waiting.size > 0) {
    // A burst of events is one question.
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    await fetched(client, query);
    const ids = [...waiting].slice(0, askedAtOnce);
    for (const id of ids) waiting.delete(id);
    const answer = await whichFit(contestId, filtersOf(query), ids);
    // A page asked for in between was made without this: its answer is waited for, and then asked about once more.
    if (query.state.fetchStatus === 'fetching') for (const id of ids) waiting.add(id);
    const fitting = new Map(answer.submissions.map((one) => [one.id, one]));
    change(client, query, (before) =>
      ids.reduce((pages, id) => {
        const one = fitting.get(id);
        return one === undefined ? takeFromPages(pages, id) : putIntoPages(pages, one);
      }, before),
    );
  }
}

function fetched(client: QueryClient, query: Query): Promise<void> {
  if (query.state.fetchStatus !== 'fetching') return Promise.resolve();
  return new Promise((resolve) => whenFetched(client, query, resolve));
}

function whichFit(contestId: string, filters: SubmissionFilters, ids: string[]): Promise<SubmissionList> {
  return request(submissionListSchema, `/api/contests/${encodeURIComponent(contestId)}/submissions`, {
    query: { ...filters, ids: ids.join(','), limit: ids.length },
  });
}

/** Of a list nobody looks at these many stay when all of it is out of date. */
const hiddenPages = 5;

/**
 * Before all lists are fetched again: what is not on the screen is cut to its first pages, so that the way back to it
 * is not hundreds of requests. The one that is looked at keeps its pages and its place.
 */
export function shortenHidden(client: QueryClient, contestId: string): void {
  for (const query of client.getQueryCache().findAll({ queryKey: keys.submissionLists(contestId) })) {
    if (query.isActive()) continue;
    change(client, query, ({ pages, pageParams }) => ({
      pages: pages.slice(0, hiddenPages),
      pageParams: pageParams.slice(0, hiddenPages),
    }));
  }
}
