import type { ReactNode } from 'react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { OfflineIcon } from '../../components/icons.tsx';
import { useLiveState } from '../../live/live-provider.tsx';
import styles from './connection-banner.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A short break mends itself unseen; longer ones are told, because what is shown may be old. */
const toleratedMs = 1500;

export function ConnectionBanner(): ReactNode {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const live = useLiveState();
  const broken = !online || live === 'waiting';
  const [shown, setShown] = useState(false);

  useEffect(() => {
    // While a new try is under way ("connecting") the banner stays as it is: no flicker.
    if (live === 'connecting' && online) return undefined;
    const timer = setTimeout(() => setShown(broken), broken && online ? toleratedMs : 0);
    return () => clearTimeout(timer);
  }, [broken, live, online]);

  return (
    <div role="status" aria-live="polite">
      {shown ? (
        <div className={styles.banner} data-testid="connection-banner">
          <OfflineIcon />
          {online
            ? 'The live connection is broken; reconnecting. What you see may be old.'
            : 'You are offline. The page reconnects by itself; nothing you wrote is lost.'}
        </div>
      ) : null}
    </div>
  );
}
