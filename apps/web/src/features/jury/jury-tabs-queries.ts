import { rejudgingListSchema, wallLimitProposalsSchema } from '@sandglass/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** While a rejudging is under way: its judgings have no event of their own. */
const refetchMs = 3000;

const base = (contest: string): string => `/api/contests/${encodeURIComponent(contest)}`;

/** How many rejudgings are under way and how many wait for a decision. */
export const rejudgingCountsQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.rejudgings(contest), 'counts'],
    queryFn: ({ signal }) =>
      request(rejudgingListSchema, `${base(contest)}/rejudgings`, { query: { limit: 0 }, signal }),
    refetchInterval: ({ state }) => ((state.data?.open ?? 0) > 0 ? refetchMs : false),
  });

/** The larger wall-limit margins that the system proposes. */
export const proposalsQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'proposals'],
    queryFn: ({ signal }) =>
      request(wallLimitProposalsSchema, `${base(contest)}/wall-limits/proposals`, { signal }),
  });

/** What the numbers on the jury's tabs are counted from. */
export function prefetchJuryTabs(client: QueryClient, contest: string): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery(rejudgingCountsQuery(contest)),
    client.prefetchQuery(proposalsQuery(contest)),
  ]);
}
