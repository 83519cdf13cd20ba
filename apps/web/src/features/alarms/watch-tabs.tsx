import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './watch-tabs.module.css';

/** The three pages for watching over the judging. */
export function WatchTabs(): ReactNode {
  const look = { className: styles.tab, activeProps: { className: styles.active } } as const;
  return (
    <nav className={styles.tabs} aria-label="Monitoring">
      <Link {...look} to="/judgehosts">
        Hosts
      </Link>
      <Link {...look} to="/timeline">
        Slot timeline
      </Link>
      <Link {...look} to="/alarms">
        Alarms
      </Link>
    </nav>
  );
}
