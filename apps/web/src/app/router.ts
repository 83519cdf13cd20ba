import { createRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { SkeletonPage } from '../components/skeletons.tsx';
import { parseSearch, stringifySearch } from '../lib/search-text.ts';
import { ErrorPage } from './error-page.tsx';
import { UnknownAddressPage } from './not-found-page.tsx';
import { initialRender } from './routes/layout-routes.ts';
import { routeTree } from './routes/route-tree.ts';

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

const unsubscribe = router.subscribe('onRendered', () => {
  unsubscribe();
  initialRender.end();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
