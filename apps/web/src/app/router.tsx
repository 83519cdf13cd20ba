/** Every address of the app. A page's code is its own chunk; its data starts loading beside it. */
import { idSchema, rejudgedQuerySchema, wallLimitLevelSchema } from '@sandglass/contracts';
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { queryClient } from '../api/query-client.ts';
import { SkeletonPage } from '../components/skeletons.tsx';
import { alarmFiltersSchema, alarmLogQuery, openAlarmsQuery } from '../features/alarms/alarm-queries.ts';
import { densitySearchSchema } from '../features/density/density-search.ts';
import { contestQuery, contestsQuery } from '../features/contests/contest-queries.ts';
import { prefetchJuryTabs } from '../features/jury/jury-tabs-queries.ts';
import { problemQuery } from '../features/problems/problem-queries.ts';
import {
  filterOf,
  rejudgingPreviewQuery,
  rejudgingQuery,
  rejudgingsQuery,
  selectionQuery,
  sickPeriodsQuery,
  wantedBy,
} from '../features/rejudgings/rejudging-queries.ts';
import { scoreboardQuery, scoreboardViewSchema } from '../features/scoreboard/scoreboard-queries.ts';
import { isJury, sessionQuery } from '../features/session/session.ts';
import { rejudgingSearch, submissionFiltersSchema } from '../features/submissions/filter-search.ts';
import { submissionQuery, submissionsQuery } from '../features/submissions/submission-queries.ts';
import {
  historyQuery,
  limitsQuery,
  measurementsQuery,
  namedPlace,
  rulesQuery,
} from '../features/wall-limits/wall-limit-queries.ts';
import { loadCode } from '../lib/load-code.ts';
import { parseSearch, stringifySearch } from '../lib/search-text.ts';
import { AccessError, ErrorPage } from './error-page.tsx';
import { FirstSight, endOfDocument } from './first-sight.ts';
import { UnknownAddressPage } from './not-found-page.tsx';
import { AppShell } from './shell/app-shell.tsx';

const firstSight = new FirstSight(endOfDocument);

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  loader: ({ context: { queryClient: client, session } }) =>
    firstSight.of(
      client.prefetchQuery(contestsQuery),
      // What rings stands on most of the jury's pages, and in the bell on all of them.
      ...(isJury(session) ? [client.prefetchQuery(openAlarmsQuery)] : []),
    ),
  component: AppShell,
  errorComponent: ErrorPage,
  notFoundComponent: UnknownAddressPage,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const contests = await context.queryClient.ensureQueryData(contestsQuery);
    const only = contests.length === 1 ? contests[0] : undefined;
    if (only !== undefined)
      throw redirect({ to: '/contests/$contest', params: { contest: only.id }, replace: true });
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/contests/contests-page.tsx')),
    'ContestsPage',
  ),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ redirect: z.string().optional(), ended: z.literal('yes').optional() }),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/session/login-page.tsx')),
    'LoginPage',
  ),
});

/** Pages for people who are logged in: a visitor logs in first and then gets where they wanted to go. */
const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: ({ context, location }) => {
    if (context.session === null) throw redirect({ to: '/login', search: { redirect: location.href } });
  },
  component: Outlet,
});

/** Pages of jury and admin. The api refuses the data anyway; this says why. */
const juryRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'jury',
  beforeLoad: ({ context }) => {
    if (!isJury(context.session)) throw new AccessError('the jury');
  },
  component: Outlet,
});

const contestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest',
  loader: ({ context, params }) =>
    firstSight.of(context.queryClient.prefetchQuery(contestQuery(params.contest))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/contests/contest-page.tsx')),
    'ContestPage',
  ),
});

const problemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest/problems/$label',
  loader: ({ context: { queryClient: client }, params }) =>
    firstSight.of(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchQuery(problemQuery(params.contest, params.label)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/problems/problem-page.tsx')),
    'ProblemPage',
  ),
});

const submitRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submit',
  validateSearch: z.object({ problem: z.string().optional() }),
  loader: ({ context, params }) =>
    firstSight.of(context.queryClient.prefetchQuery(contestQuery(params.contest))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/submit/submit-page.tsx')),
    'SubmitPage',
  ),
});

const submissionsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submissions',
  validateSearch: submissionFiltersSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client, session }, params, deps }) =>
    firstSight.of(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchInfiniteQuery(submissionsQuery(params.contest, deps)),
      ...(isJury(session) ? [prefetchJuryTabs(client, params.contest)] : []),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/submissions/submissions-page.tsx')),
    'SubmissionsPage',
  ),
});

const submissionRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submissions/$submission',
  validateSearch: z.object({
    test: z.coerce.number<string | number>().int().nonnegative().optional().catch(undefined),
    attempt: z.coerce.number<string | number>().int().positive().optional().catch(undefined),
    judging: idSchema.optional().catch(undefined),
  }),
  loader: ({ context, params }) =>
    firstSight.of(context.queryClient.prefetchQuery(submissionQuery(params.contest, params.submission))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/submissions/submission-page.tsx')),
    'SubmissionPage',
  ),
});

const scoreboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contests/$contest/scoreboard',
  validateSearch: z.object({ as: scoreboardViewSchema.optional().catch(undefined) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    firstSight.of(context.queryClient.prefetchQuery(scoreboardQuery(params.contest, deps.as ?? null))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/scoreboard/scoreboard-page.tsx')),
    'ScoreboardPage',
  ),
});

const rejudgingsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings',
  loader: ({ context: { queryClient: client }, params }) =>
    firstSight.of(
      client.prefetchInfiniteQuery(rejudgingsQuery(params.contest)),
      prefetchJuryTabs(client, params.contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/rejudgings/rejudgings-page.tsx')),
    'RejudgingsPage',
  ),
});

const newRejudgingRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings/new',
  validateSearch: rejudgingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client }, params, deps, location }) => {
    const wanted = wantedBy(deps, location.state.submissions);
    const none = filterOf(wanted).verdicts?.length === 0;
    return firstSight.of(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchQuery(sickPeriodsQuery(params.contest)),
      ...(none ? [] : [client.prefetchQuery(selectionQuery(params.contest, wanted))]),
    );
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/rejudgings/new-rejudging-page.tsx')),
    'NewRejudgingPage',
  ),
});

const rejudgingRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/rejudgings/$rejudging',
  validateSearch: z.object({
    kind: rejudgedQuerySchema.shape.kind.unwrap().optional().catch(undefined),
    before: rejudgedQuerySchema.shape.before.catch(undefined),
    after: rejudgedQuerySchema.shape.after.catch(undefined),
  }),
  loader: ({ context: { queryClient: client }, params: { contest, rejudging } }) =>
    firstSight.of(
      client.prefetchQuery(rejudgingQuery(contest, rejudging)),
      client.prefetchQuery(rejudgingPreviewQuery(contest, rejudging)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/rejudgings/rejudging-page.tsx')),
    'RejudgingPage',
  ),
});

const wallLimitsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/contests/$contest/wall-limits',
  validateSearch: z.object({
    level: wallLimitLevelSchema.optional().catch(undefined),
    id: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client }, params: { contest }, deps }) =>
    firstSight.of(
      client.prefetchQuery(contestQuery(contest)),
      client.prefetchQuery(rulesQuery(contest)),
      client.prefetchQuery(historyQuery(contest)),
      client.prefetchQuery(limitsQuery(contest)),
      client.prefetchQuery(measurementsQuery(contest, namedPlace(deps))),
      prefetchJuryTabs(client, contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/wall-limits/wall-limits-page.tsx')),
    'WallLimitsPage',
  ),
});

const judgehostsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/judgehosts',
  validateSearch: z.object({ open: z.string().optional().catch(undefined) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { open }, cause }) =>
    cause === 'stay'
      ? undefined
      : // What a judgehost is made of is described at length: other pages need not run that code.
        loadCode(() => import('../features/judgehosts/fleet-queries.ts')).then(({ prefetchFleet }) =>
          firstSight.of(prefetchFleet(context.queryClient, open)),
        ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/judgehosts/judgehosts-page.tsx')),
    'JudgehostsPage',
  ),
});

const alarmsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/alarms',
  validateSearch: alarmFiltersSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    firstSight.of(context.queryClient.prefetchInfiniteQuery(alarmLogQuery(deps))),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/alarms/alarms-page.tsx')),
    'AlarmsPage',
  ),
});

const densityRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/density',
  validateSearch: densitySearchSchema,
  loaderDeps: ({ search }) => ({ minutes: search.minutes }),
  loader: ({ context, deps, cause }) =>
    // The chart itself reads what it lacks when another time is chosen.
    cause === 'stay'
      ? undefined
      : loadCode(() => import('../features/density/density-queries.ts')).then(({ firstPictureQuery }) =>
          firstSight.of(context.queryClient.prefetchQuery(firstPictureQuery(deps.minutes))),
        ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/density/density-page.tsx')),
    'DensityPage',
  ),
});

const adminRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/admin',
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/admin/admin-page.tsx')),
    'AdminPage',
  ),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  contestRoute,
  problemRoute,
  scoreboardRoute,
  memberRoute.addChildren([
    submitRoute,
    submissionsRoute,
    submissionRoute,
    adminRoute,
    juryRoute.addChildren([
      judgehostsRoute,
      alarmsRoute,
      densityRoute,
      rejudgingsRoute,
      newRejudgingRoute,
      rejudgingRoute,
      wallLimitsRoute,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 80,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: SkeletonPage,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: UnknownAddressPage,
  scrollRestoration: true,
});

const forget = router.subscribe('onRendered', () => {
  forget();
  firstSight.end();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
