import { adminProblemSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from './client.ts';

const adminProblemListSchema = z.object({ problems: z.array(adminProblemSchema) });

/** All problems, of every contest and of none. For the administrator. */
export const adminProblemsQuery = queryOptions({
  queryKey: ['admin', 'problems'],
  queryFn: async ({ signal }) =>
    (await request(adminProblemListSchema, '/api/admin/problems', { signal })).problems,
});
