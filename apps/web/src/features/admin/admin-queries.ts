import { adminProblemSchema, locksAnswerSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';

const adminProblemListSchema = z.object({ problems: z.array(adminProblemSchema) });

export const adminProblemsQuery = queryOptions({
  queryKey: ['admin', 'problems'],
  queryFn: async ({ signal }) =>
    (await request(adminProblemListSchema, '/api/admin/problems', { signal })).problems,
});

export const locksQuery = queryOptions({
  queryKey: ['admin', 'locks'],
  queryFn: ({ signal }) => request(locksAnswerSchema, '/api/admin/locks', { signal }),
  staleTime: 5000,
});
