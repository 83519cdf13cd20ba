/** The pages of submissions. */
import { idSchema } from '@sandglass/contracts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { contestQuery } from '../../features/contests/contest-queries.ts';
import { prefetchJuryTabs } from '../../features/jury/jury-tabs-queries.ts';
import { isJury } from '../../features/session/session.ts';
import { submissionFiltersSchema } from '../../features/submission-filter/filter-search.ts';
import { submissionQuery, submissionsQuery } from '../../features/submissions/submission-queries.ts';
import { loadCode } from '../../lib/load-code.ts';
import { initialRender, memberRoute } from './layout-routes.ts';

export const submissionsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submissions',
  validateSearch: submissionFiltersSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient: client, session }, params, deps }) =>
    initialRender.waitFor(
      client.prefetchQuery(contestQuery(params.contest)),
      client.prefetchInfiniteQuery(submissionsQuery(params.contest, deps)),
      ...(isJury(session) ? [prefetchJuryTabs(client, params.contest)] : []),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/submissions/submissions-page.tsx')),
    'SubmissionsPage',
  ),
});

export const submissionRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/contests/$contest/submissions/$submission',
  validateSearch: z.object({
    test: z.coerce.number<string | number>().int().nonnegative().optional().catch(undefined),
    attempt: z.coerce.number<string | number>().int().positive().optional().catch(undefined),
    judging: idSchema.optional().catch(undefined),
  }),
  loader: ({ context, params }) =>
    initialRender.waitFor(
      context.queryClient.prefetchQuery(submissionQuery(params.contest, params.submission)),
    ),
  component: lazyRouteComponent(
    () => loadCode(() => import('../../features/submissions/submission-page.tsx')),
    'SubmissionPage',
  ),
});
