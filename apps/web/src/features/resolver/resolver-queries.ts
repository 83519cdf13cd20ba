import { resolverDataSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/**
 * Asked for once, when a ceremony is opened, and forgotten with it: results that change in the middle of a ceremony would
 * change its steps. Its key is none of the contest's, which a new connection refetches.
 * @param rehearsal null: the true results
 */
export const resolverQuery = (contest: string, rehearsal: number | null) =>
  queryOptions({
    queryKey: keys.resolver(contest, rehearsal),
    queryFn: ({ signal }) =>
      request(resolverDataSchema, `/api/contests/${encodeURIComponent(contest)}/resolver`, {
        query: { rehearsal: rehearsal === null ? undefined : String(rehearsal) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
