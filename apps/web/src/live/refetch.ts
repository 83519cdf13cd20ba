import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** A burst of messages during one fetch makes one more fetch, a little later. */
export const settleMs = 250;
const isAwaited = new WeakSet<Query>();

/** Fetches again what is on the screen; what is being fetched is fetched once more when its answer has come. */
export function refetch(client: QueryClient, queryKey: QueryKey): void {
  refetchAfterFetching(client, queryKey);
  void client.invalidateQueries({ queryKey });
}

/**
 * An answer that is on its way may have been made before the event that has just come, and would then stay on the screen:
 * very fast verdicts do that. So what is being fetched now is fetched again afterwards.
 */
export function refetchAfterFetching(client: QueryClient, queryKey: QueryKey): void {
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (isAwaited.has(query)) continue;
    isAwaited.add(query);
    whenFetched(client, query, () =>
      setTimeout(() => {
        isAwaited.delete(query);
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }, settleMs),
    );
  }
}

/** Acts once, when the present fetch has ended: with an answer, with an error, or because nobody wants it any more. */
export function whenFetched(client: QueryClient, query: Query, act: () => void): void {
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query !== query) return;
    if (event.type !== 'removed' && query.state.fetchStatus === 'fetching') return;
    unsubscribe();
    act();
  });
}
