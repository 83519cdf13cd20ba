/** What pages have in common: the shell around all of them, and who may see them. */
import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { openAlarmsQuery } from '../../features/alarms/alarm-queries.ts';
import { contestsQuery } from '../../features/contests/contest-queries.ts';
import { isJury, sessionQuery } from '../../features/session/session.ts';
import { AccessError, ErrorPage } from '../error-page.tsx';
import { InitialRender, endOfDocument } from '../initial-render.ts';
import { UnknownAddressPage } from '../not-found-page.tsx';
import { AppShell } from '../shell/app-shell.tsx';

export const initialRender = new InitialRender(endOfDocument);

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    // The api refuses everything else until then.
    if (session?.mustChangePassword === true && !/^\/(?:password|login)$/.test(location.pathname))
      throw redirect({ to: '/password', search: { redirect: location.href } });
    return { session };
  },
  loader: ({ context: { queryClient: client, session } }) =>
    initialRender.waitFor(
      client.prefetchQuery(contestsQuery),
      // Raised alarms are on most of the jury's pages, and in the bell on all of them.
      ...(isJury(session) ? [client.prefetchQuery(openAlarmsQuery)] : []),
    ),
  component: AppShell,
  errorComponent: ErrorPage,
  notFoundComponent: UnknownAddressPage,
});

/** Pages for people who are logged in: a visitor logs in first and then gets where they wanted to go. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: ({ context, location }) => {
    if (context.session === null) throw redirect({ to: '/login', search: { redirect: location.href } });
  },
  component: Outlet,
});

/** Pages of jury and admin. The api refuses the data anyway; this says why. */
export const juryRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'jury',
  beforeLoad: ({ context }) => {
    if (!isJury(context.session)) throw new AccessError('the jury');
  },
  component: Outlet,
});
