import { QueryClient, notifyManager } from '@tanstack/react-query';
import { ApiError, ContractError } from './api-error.ts';

/** Nobody looks at a page that says nothing for longer, ms. */
const longestWaitMs = 30_000;

/** Pages are kept fresh by the live stream, so a query is not repeated by mere focus or remount. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => {
        if (error instanceof ContractError) return false;
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
        return failures < 4;
      },
      // Never before the server wants to be asked, and not everybody at the same moment.
      retryDelay: (attempt, error) => {
        const asked = error instanceof ApiError ? Math.min(error.retryAfterMs ?? 0, longestWaitMs) : 0;
        return asked + Math.min(500 * 2 ** attempt, 8000) * (0.75 + Math.random() / 2);
      },
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// A timer would have the page drawn a task later, and once more.
notifyManager.setScheduler(queueMicrotask);
