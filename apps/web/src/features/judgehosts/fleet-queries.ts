import {
  apiTimeSchema,
  fleetDifferencesSchema,
  type HostRow,
  loopLagSchema,
  waitingSchema,
} from '@sandglass/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { hostHealthQuery, judgehostQuery } from './judgehost-queries.ts';

/** What is not alike between hosts. */
export const differencesQuery = queryOptions({
  queryKey: [...keys.judgehosts(), 'differences'],
  queryFn: ({ signal }) => request(fleetDifferencesSchema, '/api/monitor/differences', { signal }),
  refetchInterval: 30_000,
});

/** As in the stream, lines are taken as they come: the page does without the description of a host. */
const linesSchema = z.object({
  now: apiTimeSchema,
  version: z.string().nullable(),
  apiLoopLag: loopLagSchema.nullable().default(null),
  waiting: waitingSchema.nullable().default(null),
  hosts: z.array(z.custom<HostRow>()),
});

/** Every host in a line, at this moment: shown until the stream is open. Later it is not true any more. */
export const hostLinesQuery = queryOptions({
  queryKey: [...keys.judgehosts(), 'lines'],
  queryFn: ({ signal }) => request(linesSchema, '/api/monitor/hosts', { signal }),
  staleTime: 0,
  gcTime: 5_000,
});

/** What the page of judgehosts begins with. @param open the host that is shown in full */
export function prefetchFleet(client: QueryClient, open: string | undefined): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery(hostLinesQuery),
    client.prefetchQuery(differencesQuery),
    ...(open === undefined
      ? []
      : [client.prefetchQuery(judgehostQuery(open)), client.prefetchQuery(hostHealthQuery(open))]),
  ]);
}
