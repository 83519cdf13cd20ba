import {
  type CreateRejudgingRequest,
  type RejudgedQuery,
  type Rejudging,
  type RejudgingFilter,
  type SelectionQuery,
  rejudgedListSchema,
  rejudgingListSchema,
  rejudgingPreviewSchema,
  rejudgingSchema,
  rejudgingSelectionSchema,
  selectionFilterOf,
  unhealthyPeriodsSchema,
} from '@sandglass/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { tidyFilters } from '../submission-filter/tidy-filters.ts';

/** Its judgings are in no event of their own, so a rejudging under way is looked at again and again. */
const openEveryMs = 1500;
/** One that waits to be applied: teams solve on, so the ranks it would change are others every minute. */
const judgedEveryMs = 5000;

export function isOpen({ state }: Pick<Rejudging, 'state'>): boolean {
  return state === 'created' || state === 'judging';
}

/** Page by page, newest first. */
export const rejudgingsQuery = (contest: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.rejudgings(contest), 'list'],
    queryFn: ({ pageParam, signal }) =>
      request(rejudgingListSchema, `/api/contests/${encodeURIComponent(contest)}/rejudgings`, {
        query: { limit: 40, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.open ?? 0) > 0 ? openEveryMs : false),
  });

export const rejudgingQuery = (contest: string, id: string) =>
  queryOptions({
    queryKey: keys.rejudging(contest, id),
    queryFn: ({ signal }) =>
      request(rejudgingSchema, `/api/rejudgings/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined
        ? false
        : isOpen(state.data)
          ? openEveryMs
          : state.data.state === 'judged'
            ? judgedEveryMs
            : false,
  });

export const rejudgingPreviewQuery = (contest: string, id: string) =>
  queryOptions({
    queryKey: [...keys.rejudging(contest, id), 'preview'],
    queryFn: ({ signal }) =>
      request(rejudgingPreviewSchema, `/api/rejudgings/${encodeURIComponent(id)}/preview`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'judged' ? judgedEveryMs : false),
    gcTime: 5000,
  });

export type RejudgedFilter = Pick<RejudgedQuery, 'kind' | 'before' | 'after'>;

/** @param done judgings done and state: the list changes with them */
export const rejudgedQuery = (contest: string, id: string, filter: RejudgedFilter, done: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.rejudging(contest, id), 'submissions', filter, done],
    queryFn: ({ pageParam, signal }) =>
      request(rejudgedListSchema, `/api/rejudgings/${encodeURIComponent(id)}/submissions`, {
        query: { ...filter, limit: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
    gcTime: 30_000,
  });

/** What the page of a new rejudging takes: what its address says, or what was chosen by hand in the list. */
export interface Wanted {
  readonly query: SelectionQuery;
  readonly chosen: string[] | undefined;
}

export function wantedBy(query: SelectionQuery, chosen: string[] | undefined): Wanted {
  return { query: tidyFilters(query), chosen };
}

export function filterOf({ query, chosen }: Wanted): RejudgingFilter {
  return { ...selectionFilterOf(query), ...(chosen === undefined ? {} : { submissions: chosen }) };
}

/** What it would take, counted. */
export const selectionQuery = (contest: string, wanted: Wanted) => {
  const path = `/api/contests/${encodeURIComponent(contest)}/rejudgings/selection`;
  return queryOptions({
    queryKey: [...keys.ofContest(contest), 'selection', wanted],
    queryFn: ({ signal }) =>
      wanted.chosen === undefined
        ? request(rejudgingSelectionSchema, path, { query: { ...wanted.query }, signal })
        : // Too many for an address.
          request(rejudgingSelectionSchema, path, {
            method: 'POST',
            json: { filter: filterOf(wanted), list: false },
            signal,
          }),
    placeholderData: (before) => before,
    staleTime: 3000,
  });
};

export const unhealthyPeriodsQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.ofContest(contest), 'unhealthy-periods'],
    queryFn: ({ signal }) =>
      request(unhealthyPeriodsSchema, `/api/contests/${encodeURIComponent(contest)}/unhealthy-periods`, {
        signal,
      }),
  });

export function createRejudging(contest: string, body: CreateRejudgingRequest): Promise<Rejudging> {
  return request(rejudgingSchema, `/api/contests/${encodeURIComponent(contest)}/rejudgings`, {
    method: 'POST',
    json: body,
  });
}

export function endRejudging(id: string, how: 'apply' | 'cancel'): Promise<Rejudging> {
  return request(rejudgingSchema, `/api/rejudgings/${encodeURIComponent(id)}/${how}`, {
    method: 'POST',
    json: {},
  });
}
