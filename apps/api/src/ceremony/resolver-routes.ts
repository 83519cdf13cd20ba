/** The resolver: all results of a contest, so for those alone who run it. */
import { resolverDataSchema, resolverQuerySchema } from '@sandglass/contracts';
import { z } from 'zod';
import type { Awards } from '../awards/awards.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { resolverData } from './resolver.ts';

export interface ResolverRoutesOptions {
  readonly contests: ContestCache;
  readonly awards: Awards;
}

const params = z.object({ contest: z.string() });

export async function resolverRoutes(app: App, { contests, awards }: ResolverRoutesOptions): Promise<void> {
  app.get(
    '/api/contests/:contest/resolver',
    {
      config: { access: readers },
      schema: {
        tags: ['ceremony'],
        summary: 'The frozen scoreboard with what has become of each cell since, and the awards',
        params,
        querystring: resolverQuerySchema,
        response: { 200: resolverDataSchema },
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      await contests.catchUp(contest.id);
      void reply.header('cache-control', 'no-store');
      return resolverData(contest, awards, request.query.rehearsal ?? null);
    },
  );
}
