import { Link, Outlet } from '@tanstack/react-router';
import type { ContestSummary } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Hourglass } from '../../components/hourglass.tsx';
import { contestTime } from '../../features/contests/contest-time.ts';
import { AlarmBadge } from '../../features/alarms/alarm-badge.tsx';
import { isJury, useSession } from '../../features/session/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { LiveProvider } from '../../live/live-provider.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ContestClock } from './contest-clock.tsx';
import { Navigation } from './navigation.tsx';
import { SandLine } from './sand-line.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useCurrentContest } from './use-current-contest.ts';
import { PhaseRefresh } from './phase-refresh.ts';
import { UserMenu } from './user-menu.tsx';
import styles from './app-shell.module.css';

/** What stands around every page: the house's mark, where one can go, the time, who one is. */
export function AppShell(): ReactNode {
  const session = useSession();
  const contest = useCurrentContest();
  const [shortcuts, setShortcuts] = useState(false);
  const contestId = contest?.id ?? null;

  return (
    <LiveProvider contestId={contestId} viewer={session?.user.id ?? 'visitor'}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand} title="Contests">
            <Mark contest={contest} />
            <span className={styles.brandName}>{contest?.shortName ?? 'Sandglass'}</span>
          </Link>
          <Navigation at="top" contestId={contestId} session={session} />
          <div className={styles.right}>
            {contest === null ? null : <ContestClock contest={contest} />}
            {isJury(session) ? <AlarmBadge /> : null}
            <SchemeToggle />
            <UserMenu session={session} onShortcuts={() => setShortcuts(true)} />
          </div>
        </div>
        {contest === null ? null : <SandLine contest={contest} />}
      </header>
      <PhaseRefresh contest={contest} />
      <ConnectionBanner />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Navigation at="bottom" contestId={contestId} session={session} />
      <Shortcuts contestId={contestId} session={session} open={shortcuts} onOpen={setShortcuts} />
    </LiveProvider>
  );
}

/** What follows the clock is a part of its own: the rest of the shell is not drawn anew every second. */
function Mark({ contest }: { contest: ContestSummary | null }): ReactNode {
  const now = useNow();
  return <Hourglass size={30} fallen={contest === null ? 0.35 : contestTime(contest, now).elapsed} />;
}
