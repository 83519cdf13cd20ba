import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** A burst of messages during one fetch makes one more fetch, a little later. */
export const settleMs = 250;
const awaited = new WeakSet<Query>();

/** Fetches again what is on the screen; what is on its way already is fetched once more when it has come. */
export function renew(client: QueryClient, queryKey: QueryKey): void {
  renewAfterFlight(client, queryKey);
  void client.invalidateQueries({ queryKey });
}

/**
 * An answer that is on its way may have been made before the event we have just been told of, and
 * would then stand on the screen for good: very fast verdicts do that. So whatever is being
 * fetched at this moment is fetched again afterwards.
 */
export function renewAfterFlight(client: QueryClient, queryKey: QueryKey): void {
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (awaited.has(query)) continue;
    awaited.add(query);
    whenLanded(client, query, () =>
      setTimeout(() => {
        awaited.delete(query);
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }, settleMs),
    );
  }
}

/** Once, when what is being fetched now has come, has failed, or is wanted by nobody any more. */
export function whenLanded(client: QueryClient, query: Query, act: () => void): void {
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query !== query) return;
    if (event.type !== 'removed' && query.state.fetchStatus === 'fetching') return;
    unsubscribe();
    act();
  });
}
