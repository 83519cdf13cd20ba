/** The pages of those who watch over the judging: judgehosts, alarms, slot timeline. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { alarmFiltersSchema, alarmLogQuery } from '../../features/alarms/alarm-queries.ts';
import { timelineSearchSchema } from '../../features/timeline/timeline-search.ts';
import { loadCode } from '../../lib/load-code.ts';
import { initialRender, juryRoute } from './layout-routes.ts';

export const judgehostsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/judgehosts',
  validateSearch: z.object({ open: z.string().optional().catch(undefined) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { open }, cause }) =>
    cause === 'stay'
      ? undefined
      : // What a judgehost is made of is described at length: other pages need not run that code.
        loadCode(() => import('../../features/judgehosts/fleet-queries.ts')).then(({ prefetchFleet }) =>
          initialRender.waitFor(prefetchFleet(context.queryClient, open)),
        ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/judgehosts/judgehosts-page.tsx')),
    'JudgehostsPage',
  ),
});

export const alarmsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/alarms',
  validateSearch: alarmFiltersSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    initialRender.waitFor(context.queryClient.prefetchInfiniteQuery(alarmLogQuery(deps))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/alarms/alarms-page.tsx')),
    'AlarmsPage',
  ),
});

export const timelineRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/timeline',
  validateSearch: timelineSearchSchema,
  loaderDeps: ({ search }) => ({ minutes: search.minutes }),
  loader: ({ context, deps, cause }) =>
    // The chart itself reads what it lacks when another time is chosen.
    cause === 'stay'
      ? undefined
      : loadCode(() => import('../../features/timeline/timeline-queries.ts')).then(({ initialCellsQuery }) =>
          initialRender.waitFor(context.queryClient.prefetchQuery(initialCellsQuery(deps.minutes))),
        ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/timeline/timeline-page.tsx')),
    'TimelinePage',
  ),
});
