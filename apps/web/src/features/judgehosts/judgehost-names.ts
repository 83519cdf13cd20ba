import { slugSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const namesSchema = z.object({ judgehosts: z.array(z.object({ id: z.string(), name: slugSchema })) });

/** The hosts’ names, to choose one: pages that need no more do not run the description of a whole judgehost. */
export const judgehostNamesQuery = queryOptions({
  queryKey: [...keys.judgehosts(), 'names'],
  queryFn: ({ signal }) => request(namesSchema, '/api/judgehosts', { signal }),
});
