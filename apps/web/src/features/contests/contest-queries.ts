import { contestSchema, contestSummarySchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const contestListSchema = z.object({ contests: z.array(contestSummarySchema) });

export const contestsQuery = queryOptions({
  queryKey: keys.contests(),
  queryFn: async ({ signal }) => (await request(contestListSchema, '/api/contests', { signal })).contests,
});

export const contestQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.contest(contest),
    queryFn: ({ signal }) =>
      request(contestSchema, `/api/contests/${encodeURIComponent(contest)}`, { signal }),
  });
