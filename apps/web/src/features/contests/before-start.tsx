import type { Contest } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatClock } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime } from './contest-time.ts';
import styles from './before-start.module.css';

export function contestIsAhead(contest: Contest): boolean {
  return contest.phase === 'before';
}

/** Whether the problems are secret to the one who looks: the contest has not begun, and the server names none. */
export function problemsAreSecret(contest: Contest): boolean {
  return contestIsAhead(contest) && contest.problems.length === 0;
}

/** In place of problems, before the start. */
export function BeforeStart({ contest }: { contest: Contest }): ReactNode {
  return (
    <EmptyState title="The problems appear at the start">
      <Countdown contest={contest} />
    </EmptyState>
  );
}

function Countdown({ contest }: { contest: Contest }): ReactNode {
  const time = contestTime(contest, useNow());
  if (time.stopped) return 'The start is delayed; its new time is not set.';
  return <span className={styles.countdown}>{formatClock(time.remainingMs)}</span>;
}
