import type { QueryClient } from '@tanstack/react-query';
import { rejudgingCountsQuery } from '../rejudgings/rejudging-queries.ts';
import { proposalsQuery } from '../wall-limits/wall-limit-queries.ts';

/** What the numbers on the jury's tabs are counted from. */
export function prefetchJuryTabs(client: QueryClient, contest: string): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery(rejudgingCountsQuery(contest)),
    client.prefetchQuery(proposalsQuery(contest)),
  ]);
}
