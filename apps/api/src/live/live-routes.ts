import { z } from 'zod';
import type { ContestCache } from '../contests/contest-cache.ts';
import { ApiError } from '../errors/api-error.ts';
import type { App } from '../http/app-type.ts';
import { beginEventStream } from './event-stream.ts';
import type { LiveHub } from './live-hub.ts';
import { streamHolder } from './stream-holder.ts';

export async function liveRoutes(
  app: App,
  { contests, hub }: { contests: ContestCache; hub: LiveHub },
): Promise<void> {
  app.get(
    '/api/contests/:contest/live',
    {
      config: { access: 'anyone', stream: true },
      // A HEAD would hold an answer open that says nothing.
      exposeHeadRoute: false,
      schema: {
        tags: ['live'],
        summary: 'Server-sent events (LiveMessage): what changes, as far as the asker may see it',
        params: z.object({ contest: z.string() }),
        querystring: z.object({ after: z.coerce.number().int().nonnegative().optional() }),
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const holder = streamHolder(request.identity, request.ip);
      if (!hub.hasRoomFor(holder)) throw new ApiError('LIVE_STREAMS_TOO_MANY', { limit: holder.atMost });
      const header = request.headers['last-event-id'];
      const last =
        typeof header === 'string' && /^\d{1,15}$/.test(header)
          ? Number(header)
          : (request.query.after ?? null);
      const response = beginEventStream(request, reply);
      await hub.join(contest, contest.viewer(request.identity), holder, response, last);
    },
  );
}
