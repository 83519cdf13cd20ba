import { finalisationSchema, type Finalisation, type FinaliseRequest } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** While results are not final it is asked again and again: verdicts arrive without a message to this page. */
export const finalisationQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.finalisation(contest),
    queryFn: ({ signal }) =>
      request(finalisationSchema, `/api/contests/${encodeURIComponent(contest)}/finalisation`, { signal }),
    refetchInterval: ({ state }) => (state.data?.finalizedAt === null ? 5_000 : false),
  });

export function finaliseContest(contest: string, json: FinaliseRequest): Promise<Finalisation> {
  const address = `/api/contests/${encodeURIComponent(contest)}/finalise`;
  return request(finalisationSchema, address, { method: 'POST', json });
}

export function reopenContest(contest: string, reason: string): Promise<Finalisation> {
  const address = `/api/contests/${encodeURIComponent(contest)}/reopen`;
  return request(finalisationSchema, address, { method: 'POST', json: { reason } });
}
