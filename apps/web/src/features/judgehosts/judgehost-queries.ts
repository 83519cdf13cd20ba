import {
  type ChangeJudgehostRequest,
  healthPeriodSchema,
  hostMismatchSchema,
  imageUseSchema,
  judgehostSchema,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request, requestNothing } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const judgehostListSchema = z.object({
  judgehosts: z.array(judgehostSchema),
  images: z.array(imageUseSchema),
  mismatches: z.array(hostMismatchSchema).default([]),
});

export const judgehostsQuery = queryOptions({
  queryKey: keys.judgehosts(),
  queryFn: ({ signal }) => request(judgehostListSchema, '/api/judgehosts', { signal }),
});

/** All of one host. */
export const judgehostQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.judgehosts(), id],
    queryFn: ({ signal }) =>
      request(judgehostSchema, `/api/judgehosts/${encodeURIComponent(id)}`, { signal }),
  });

/** What a host has been through. */
export const hostHealthQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.judgehosts(), id, 'health'],
    queryFn: ({ signal }) =>
      request(
        z.object({ periods: z.array(healthPeriodSchema) }),
        `/api/judgehosts/${encodeURIComponent(id)}/health?limit=20`,
        { signal },
      ),
  });

export async function changeHost(id: string, change: ChangeJudgehostRequest): Promise<void> {
  await requestNothing(`/api/judgehosts/${encodeURIComponent(id)}`, { method: 'PATCH', json: change });
}

/** Hosts fetch the contest’s test data now. */
export async function warmUp(contest: string): Promise<void> {
  await requestNothing(`/api/contests/${encodeURIComponent(contest)}/warm-up`, { method: 'POST', json: {} });
}
