import type { Rejudging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import styles from './rejudging-state.module.css';

const names: Record<Rejudging['state'], string> = {
  created: 'Being created',
  judging: 'Judging',
  judged: 'Ready to apply',
  applied: 'Applied',
  cancelled: 'Cancelled',
};

/** The state as a word with a shape of its own. */
export function RejudgingState({ state }: { state: Rejudging['state'] }): ReactNode {
  return (
    <span className={`${styles.state} ${styles[state]}`} data-live>
      <span className={styles.dot} aria-hidden="true" />
      {names[state]}
    </span>
  );
}

/** Done, under way and open of its judgings. */
export function RejudgingBar({ of }: { of: Rejudging['judgings'] }): ReactNode {
  const share = (count: number): string => `${(count / Math.max(of.total, 1)) * 100}%`;
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={of.total}
      aria-valuenow={of.done}
      aria-label={`${formatCount(of.done)} of ${formatCount(of.total)} judged`}
    >
      <span className={styles.started} style={{ width: share(of.started) }} />
      <span className={styles.done} style={{ width: share(of.done) }} />
    </span>
  );
}

/** "about 4 min": nobody needs it more exactly. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
