import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** A burst of messages during one fetch makes one more fetch, a little later. */
const settleMs = 250;
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
    const unsubscribe = cache.subscribe((event) => {
      if (event.query !== query || query.state.fetchStatus === 'fetching') return;
      unsubscribe();
      setTimeout(() => {
        awaited.delete(query);
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }, settleMs);
    });
  }
}

/** Fetches again unless that is on its way: then once more afterwards. A stream of events makes one fetch after another. */
export function renewOnce(client: QueryClient, queryKey: QueryKey): void {
  if (client.isFetching({ queryKey, exact: true }) > 0) renewAfterFlight(client, queryKey);
  else void client.invalidateQueries({ queryKey, exact: true });
}
