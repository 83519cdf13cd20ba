/**
 * Who may not learn of a contest gets the answer of one that does not exist, from every route that names a contest in its
 * address: asked here once, before any of them, so that a new route needs nothing for it.
 */
import { ApiError } from '../platform/errors/api-error.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';

/** Before the routes are registered, and after who asks is known. */
export function hideContests(app: App, contests: ContestCache): void {
  app.addHook('onRequest', async (request) => {
    // Judgehosts are asked for by their token, and what they are given names no contest in an address.
    if (request.routeOptions.config?.access === 'judgehost') return;
    const id = contestNamed(request.params);
    const contest = id === null ? undefined : contests.find(id);
    if (contest !== undefined && !contest.isSeenBy(contest.viewer(request.identity)))
      throw new ApiError('CONTEST_UNKNOWN', { contest: contest.id });
  });
}

function contestNamed(params: unknown): string | null {
  if (typeof params !== 'object' || params === null || !('contest' in params)) return null;
  return typeof params.contest === 'string' ? params.contest : null;
}
