import { z } from 'zod';
import { runsContest, type Viewer } from '@sandglass/domain';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { App } from '../platform/http/app-type.ts';
import { beginEventStream } from '../events/event-stream.ts';
import type { LiveHub } from './live-hub.ts';
import { streamHolder } from '../events/stream-holder.ts';
import type { StreamPlaces } from './stream-place.ts';

export async function liveRoutes(
  app: App,
  { contests, hub, places }: { contests: ContestCache; hub: LiveHub; places: StreamPlaces },
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
        querystring: z.object({ after: z.string().max(100).optional() }),
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const holder = streamHolder(request.identity, request.ip);
      if (!hub.connections.hasRoomFor(holder))
        throw new ApiError('LIVE_STREAMS_TOO_MANY', { limit: holder.maxStreams });
      const header = request.headers['last-event-id'];
      const place = typeof header === 'string' ? header : request.query.after;
      const viewer = contest.viewer(request.identity);
      const last = place === undefined ? null : placeIn(contest, viewer, place);
      const response = beginEventStream(request, reply);
      await hub.join(contest, viewer, holder, response, last);
    },
  );

  /** Numbers are taken from those who get numbers: others could find out by them which the last one is. */
  function placeIn(contest: ContestModel, viewer: Viewer, place: string): number {
    const isNumber = /^\d{1,15}$/.test(place);
    return isNumber && runsContest(viewer) ? Number(place) : places.open(contest.id, place);
  }
}
