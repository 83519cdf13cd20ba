import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { OfflineIcon } from '../../components/icons.tsx';
import { formatAge } from '../../lib/format.ts';
import { formatInstant, serverTimeOf } from '../../lib/time.ts';
import { useTick } from '../../lib/use-tick.ts';
import { useSilence } from '../../live/silence.ts';
import styles from './connection-banner.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** On every page, while the server is silent: of when everything is that is shown. What is live is grey as long. */
export function ConnectionBanner(): ReactNode {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const since = useSilence();
  const silent = since !== null;

  const client = useQueryClient();
  useEffect(() => {
    // What could not be fetched in that time is fetched now; what was there, the streams bring up to date.
    if (!silent)
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' && state.data === undefined,
      });
  }, [client, silent]);

  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-silent', silent);
  }, [silent]);

  return (
    <div role="status" aria-live="polite">
      {since === null ? null : (
        <div className={styles.banner} data-testid="connection-banner">
          <OfflineIcon />
          <span>
            <AsOf since={since} />{' '}
            {online ? 'The server does not answer.' : 'This computer has no network connection.'} The page
            continues automatically.
          </span>
        </div>
      )}
    </div>
  );
}

/** Drawn every second, and read aloud only once. */
function AsOf({ since }: { since: number }): ReactNode {
  const age = formatAge(useTick(1000) - since);
  return (
    <strong>
      As of {formatInstant(serverTimeOf(since))}
      <span aria-hidden="true">, {age} ago</span>.
    </strong>
  );
}
