import { contestDefinitionSchema, locksAnswerSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** As it is at this moment, with its version: what is changed and sent back replaces all of it. */
export const contestDefinitionQuery = (contest: string) =>
  queryOptions({
    queryKey: ['admin', 'contest-definition', contest],
    queryFn: async ({ signal }) => {
      let version: string | null = null;
      const definition = await request(
        contestDefinitionSchema,
        `/api/admin/contests/${encodeURIComponent(contest)}`,
        {
          signal,
          onVersion: (etag) => {
            version = etag;
          },
        },
      );
      return { definition, version: version as string | null };
    },
    staleTime: 0,
  });

export const locksQuery = queryOptions({
  queryKey: ['admin', 'locks'],
  queryFn: ({ signal }) => request(locksAnswerSchema, '/api/admin/locks', { signal }),
  staleTime: 5000,
});
