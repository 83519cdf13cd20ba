/** The pages of logins and of the administrator. */
import { signOnProblemSchema } from '@sandglass/contracts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { controlQuery } from '../../features/contest-control/control-queries.ts';
import { adminContestsQuery } from '../../features/contest-list/contest-list-queries.ts';
import { contestQuery } from '../../features/contests/contest-queries.ts';
import { prefetchJuryTabs } from '../../features/jury/jury-tabs-queries.ts';
import { boundAccountsQuery, peopleQuery } from '../../features/people/people-queries.ts';
import { peopleSearchSchema } from '../../features/people/people-search.ts';
import { registrationOfferQuery } from '../../features/registration/registration-queries.ts';
import { loadCode } from '../../lib/load-code.ts';
import { initialRender, juryRoute, memberRoute, rootRoute } from './layout-routes.ts';
import { AccessError } from '../error-page.tsx';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({
    redirect: z.string().optional(),
    ended: z.literal('yes').optional(),
    left: z.literal('yes').optional(),
    problem: signOnProblemSchema.optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/session/login-page.tsx')),
    'LoginPage',
  ),
});

/** For teams that have no account yet. */
export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  loader: ({ context: { queryClient } }) =>
    initialRender.waitFor(queryClient.prefetchQuery(registrationOfferQuery)),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/registration/register-page.tsx')),
    'RegisterPage',
  ),
});

/** How a contest is run: the administrator's. */
export const contestControlRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/control',
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  loader: ({ context: { queryClient: client }, params: { contest } }) =>
    initialRender.waitFor(
      client.prefetchQuery(controlQuery(contest)),
      client.prefetchQuery(contestQuery(contest)),
      prefetchJuryTabs(client, contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contest-control/contest-control-page.tsx')),
    'ContestControlPage',
  ),
});

/** What a contest is: the administrator's. */
export const contestSettingsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/settings',
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  loader: ({ context: { queryClient: client }, params: { contest } }) =>
    initialRender.waitFor(
      client.prefetchQuery(controlQuery(contest)),
      client.prefetchQuery(contestQuery(contest)),
      prefetchJuryTabs(client, contest),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contest-settings/contest-settings-page.tsx')),
    'ContestSettingsPage',
  ),
});

/** All contests, archived ones as well. */
export const adminContestsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/admin/contests',
  validateSearch: z.object({ search: z.string().max(200).optional().catch(undefined) }),
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  loader: ({ context: { queryClient } }) =>
    initialRender.waitFor(queryClient.prefetchQuery(adminContestsQuery)),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contest-list/contest-list-page.tsx')),
    'ContestListPage',
  ),
});

export const newContestRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/admin/contests/new',
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/contest-list/new-contest-page.tsx')),
    'NewContestPage',
  ),
});

export const adminRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/admin',
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/admin/admin-page.tsx')),
    'AdminPage',
  ),
});

export const peopleRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/people',
  validateSearch: peopleSearchSchema,
  beforeLoad: ({ context }) => {
    if (context.session?.user.role !== 'admin') throw new AccessError('the administrator');
  },
  loader: ({ context: { queryClient } }) => initialRender.waitFor(queryClient.prefetchQuery(peopleQuery)),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/people/people-page.tsx')),
    'PeoplePage',
  ),
});

export const boundAccountsRoute = createRoute({
  getParentRoute: () => juryRoute,
  path: '/bound-accounts',
  loader: ({ context: { queryClient } }) =>
    initialRender.waitFor(queryClient.prefetchQuery(boundAccountsQuery)),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/people/bound-accounts-page.tsx')),
    'BoundAccountsPage',
  ),
});

export const passwordRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/password',
  validateSearch: z.object({ redirect: z.string().optional() }),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/session/password-page.tsx')),
    'PasswordPage',
  ),
});
