/** The resolver: all results of a contest, so for those alone who run it. */
import { resolverDataSchema, resolverFileQuerySchema, resolverQuerySchema } from '@sandglass/contracts';
import { z } from 'zod';
import type { Awards } from '../awards/awards.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { contentDisposition } from '../files/send-file.ts';
import { readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { resolverFile } from './resolver-file.ts';
import { resolverData } from './resolver.ts';

export interface ResolverRoutesOptions {
  readonly contests: ContestCache;
  readonly awards: Awards;
  /** Folder of the built web app; null: there is none. */
  readonly webRoot: string | null;
}

const params = z.object({ contest: z.string() });

export async function resolverRoutes(app: App, options: ResolverRoutesOptions): Promise<void> {
  const { contests, awards, webRoot } = options;

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

  app.get(
    '/api/contests/:contest/resolver.html',
    {
      config: { access: readers },
      schema: {
        tags: ['ceremony'],
        summary: 'The resolver as one HTML file that needs no server',
        params,
        querystring: resolverFileQuerySchema,
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const { rehearsal = null, top = null } = request.query;
      await contests.catchUp(contest.id);
      const data = await resolverData(contest, awards, rehearsal);
      const name = rehearsal === null ? 'resolver' : `rehearsal-${rehearsal}`;
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition(`${contest.id}-${name}.html`, false))
        .send(await resolverFile(webRoot, data, top));
    },
  );
}
