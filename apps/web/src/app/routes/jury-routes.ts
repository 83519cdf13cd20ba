/** The jury's pages of one contest: rejudgings and wall-time limits. */
import { rejudgedQuerySchema, wallLimitLevelSchema } from '@sandglass/contracts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { contestQuery } from '../../features/contests/contest-queries.ts';
import { prefetchJuryTabs } from '../../features/jury/jury-tabs-queries.ts';
import {
  filterOf,
  rejudgingPreviewQuery,
  rejudgingQuery,
  rejudgingsQuery,
  selectionQuery,
  unhealthyPeriodsQuery,
  wantedBy,
} from '../../features/rejudgings/rejudging-queries.ts';
import { rejudgingSearch } from '../../features/submission-filter/filter-search.ts';
import {
  historyQuery,
  limitsQuery,
  measurementsQuery,
  namedPlace,
  rulesQuery,
} from '../../features/wall-limits/wall-limit-queries.ts';
import { loadCode } from '../../lib/load-code.ts';
import { initialRender, juryRoute } from './layout-routes.ts';

export const rejudgingsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings',
  loader: ({ context: { queryClient: client }, params }) =>
    initialRender.waitFor(
      client.prefetchInfiniteQuery(rejudgingsQuery(params.contest)),
      prefetchJuryTabs(client, params.contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/rejudgings/rejudgings-page.tsx')),
    'RejudgingsPage',
  ),
});

export const newRejudgingRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings/new',
  validateSearch: rejudgingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client }, params, deps, location }) => {
    const wanted = wantedBy(deps, location.state.submissions);
    const none = filterOf(wanted).verdicts?.length === 0;
    return initialRender.waitFor(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchQuery(unhealthyPeriodsQuery(params.contest)),
      ...(none ? [] : [client.prefetchQuery(selectionQuery(params.contest, wanted))]),
    );
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/rejudgings/new-rejudging-page.tsx')),
    'NewRejudgingPage',
  ),
});

export const rejudgingRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings/$rejudging',
  validateSearch: z.object({
    kind: rejudgedQuerySchema.shape.kind.unwrap().optional().catch(undefined),
    before: rejudgedQuerySchema.shape.before.catch(undefined),
    after: rejudgedQuerySchema.shape.after.catch(undefined),
  }),
  loader: ({ context: { queryClient: client }, params: { contest, rejudging } }) =>
    initialRender.waitFor(
      client.prefetchQuery(rejudgingQuery(contest, rejudging)),
      client.prefetchQuery(rejudgingPreviewQuery(contest, rejudging)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/rejudgings/rejudging-page.tsx')),
    'RejudgingPage',
  ),
});

export const wallLimitsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/wall-limits',
  validateSearch: z.object({
    level: wallLimitLevelSchema.optional().catch(undefined),
    id: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client }, params: { contest }, deps }) =>
    initialRender.waitFor(
      client.prefetchQuery(contestQuery(contest)),
      client.prefetchQuery(rulesQuery(contest)),
      client.prefetchQuery(historyQuery(contest)),
      client.prefetchQuery(limitsQuery(contest)),
      client.prefetchQuery(measurementsQuery(contest, namedPlace(deps))),
      prefetchJuryTabs(client, contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/wall-limits/wall-limits-page.tsx')),
    'WallLimitsPage',
  ),
});

export const resolverRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/resolver',
  validateSearch: z.object({
    show: z.enum(['true', 'rehearsal', 'projector']).optional().catch(undefined),
    rehearsal: z.coerce.number().int().min(0).max(999_999).optional().catch(undefined),
    top: z.coerce.number().int().min(1).max(9999).optional().catch(undefined),
  }),
  loader: ({ context: { queryClient: client }, params }) =>
    initialRender.waitFor(prefetchJuryTabs(client, params.contest)),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/resolver/resolver-page.tsx')),
    'ResolverPage',
  ),
});
