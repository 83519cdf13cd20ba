/** The web app's files; addresses that only the web app knows get its page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { nextChangeMs } from '@sandglass/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContestCache } from '../contests/contest-cache.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { sendProblem } from '../platform/errors/error-handler.ts';
import type { App } from '../platform/http/app-type.ts';
import type { StreamPlaces } from '../live/stream-place.ts';
import { PageShell } from './page-shell.ts';

export interface WebFilesOptions {
  readonly root: string | null;
  readonly contests: ContestCache;
  /** How long a page waits for the answers it begins with, ms; omitted: not long. */
  readonly patienceMs?: number | undefined;
  readonly places: StreamPlaces;
  /** Called with every page before it is sent. */
  readonly greet: (request: FastifyRequest, reply: FastifyReply) => void;
}

export async function webFiles(
  app: App,
  { root, contests, patienceMs, places, greet }: WebFilesOptions,
): Promise<void> {
  const served = root !== null && existsSync(join(root, 'index.html')) ? root : null;
  if (root !== null && served === null)
    app.log.warn({ root }, 'SANDGLASS_WEB_ROOT has no index.html: the web app is not served');
  const pageShell =
    served === null
      ? null
      : new PageShell(app, { root: served, patienceMs, placeOf: (id) => placeOf(contests, places, id) });
  if (served !== null && pageShell !== null) {
    await app.register(fastifyStatic, {
      root: served,
      index: false,
      setHeaders(reply, path) {
        // Vite names assets by their content; the page itself must always be asked for.
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (request, reply) => {
      greet(request, reply);
      return pageShell.send(request, reply);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      request.headers.accept?.includes('text/html') === true;
    if (page && pageShell !== null) {
      greet(request, reply);
      return pageShell.send(request, reply);
    }
    return sendProblem(reply, new ApiError('ROUTE_UNKNOWN'), request.id);
  });
}

/** As long as a page is taken for new (`freshMs` in the web app), and a second: then its stream has long been asked for. */
const pageMs = 11_000;
/** What follows from an instant that has just passed may not be in every answer, ms. */
const settledMs = 1000;

/**
 * The last event of a contest. Null around its start, freeze, end and thaw: these are no events, so a stream that goes
 * on from one could not report them, and a client that comes then fetches everything again.
 */
function placeOf(contests: ContestCache, places: StreamPlaces, id: string): string | null {
  const contest = contests.find(id);
  // Who asks is not known yet: a page about one that not everybody may learn of begins as one about none.
  if (contest === undefined || !contest.isSeenBy(contest.viewer(null))) return null;
  const now = contest.clock().nowMs;
  const change = nextChangeMs(contest.times, now - settledMs);
  return change !== null && change < now + pageMs ? null : places.seal(id, contest.seq);
}
