/** The pages of a contest that contestants and visitors see. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { awardsQuery, awardSheetQuery } from '../../features/awards/award-queries.ts';
import { contestQuery, contestsQuery } from '../../features/contests/contest-queries.ts';
import { prefetchJuryTabs } from '../../features/jury/jury-tabs-queries.ts';
import { problemQuery } from '../../features/problems/problem-queries.ts';
import {
  scoreboardQuery,
  scoreboardSummaryQuery,
  scoreboardViewSchema,
} from '../../features/scoreboard/scoreboard-queries.ts';
import { isJury } from '../../features/session/session.ts';
import { loadCode } from '../../lib/load-code.ts';
import { initialRender, memberRoute, rootRoute } from './layout-routes.ts';

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const contests = await context.queryClient.ensureQueryData(contestsQuery);
    const only = contests.length === 1 ? contests[0] : undefined;
    if (only !== undefined)
      throw redirect({ to: '/contests/$contest', params: { contest: only.id }, replace: true });
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contests/contests-page.tsx')),
    'ContestsPage',
  ),
});

export const contestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest',
  loader: ({ context, params }) =>
    initialRender.waitFor(
      context.queryClient.prefetchQuery(contestQuery(params.contest)),
      context.queryClient.prefetchQuery(scoreboardSummaryQuery(params.contest)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contest-overview/contest-page.tsx')),
    'ContestPage',
  ),
});

export const problemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest/problems/$label',
  loader: ({ context: { queryClient: client }, params }) =>
    initialRender.waitFor(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchQuery(problemQuery(params.contest, params.label)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/problems/problem-page.tsx')),
    'ProblemPage',
  ),
});

export const scoreboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest/scoreboard',
  validateSearch: z.object({
    as: scoreboardViewSchema.optional().catch(undefined),
    full: z.literal('yes').optional().catch(undefined),
  }),
  loaderDeps: ({ search: { as } }) => ({ as }),
  loader: ({ context, params, deps }) =>
    initialRender.waitFor(
      context.queryClient.prefetchQuery(scoreboardQuery(params.contest, deps.as ?? null)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/scoreboard/scoreboard-page.tsx')),
    'ScoreboardPage',
  ),
});

export const awardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest/awards',
  loader: ({ context: { queryClient: client, session }, params }) =>
    initialRender.waitFor(
      client.prefetchQuery(awardsQuery(params.contest)),
      client.prefetchQuery(scoreboardQuery(params.contest, null)),
      ...(isJury(session)
        ? [client.prefetchQuery(awardSheetQuery(params.contest)), prefetchJuryTabs(client, params.contest)]
        : []),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/awards/awards-page.tsx')),
    'AwardsPage',
  ),
});

export const submitRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submit',
  validateSearch: z.object({ problem: z.string().optional() }),
  loader: ({ context, params }) =>
    initialRender.waitFor(context.queryClient.prefetchQuery(contestQuery(params.contest))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/submit/submit-page.tsx')),
    'SubmitPage',
  ),
});
