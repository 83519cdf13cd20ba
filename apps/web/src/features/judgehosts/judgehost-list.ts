import { judgehostSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** Of the list only what is looked at is checked: forty hosts with their reports are a good part of a megabyte. */
const listSchema = z.object({
  judgehosts: z.array(judgehostSchema.pick({ id: true, name: true, compilers: true })),
});

/** The hosts’ names and compilers. */
export const judgehostsQuery = queryOptions({
  queryKey: keys.judgehosts(),
  queryFn: ({ signal }) => request(listSchema, '/api/judgehosts', { signal }),
});
