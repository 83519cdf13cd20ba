import { Link, Outlet, useParams } from '@tanstack/react-router';
import type { ContestSummary, Session } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Hourglass } from '../../components/hourglass.tsx';
import { Name } from '../../components/name.tsx';
import { contestTime } from '../../features/contests/contest-time.ts';
import { AlarmBadge } from '../../features/alarms/alarm-badge.tsx';
import { AccountChangeNotice } from './account-change-notice.tsx';
import { isJury, useSession } from '../../features/session/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { ContestStream } from '../../live/contest-stream.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ContestClock } from './contest-clock.tsx';
import { Navigation } from './navigation.tsx';
import { SandLine } from './sand-line.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import { focusSubmitPanel } from './focus-submit-panel.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useCurrentContest } from '../../features/contests/use-current-contest.ts';
import { PhaseRefresh } from './phase-refresh.ts';
import { UserMenu } from './user-menu.tsx';
import styles from './app-shell.module.css';

/** The frame around every page: logo, navigation, the time, the user. */
export function AppShell(): ReactNode {
  const session = useSession();
  const contest = useCurrentContest();
  const [shortcuts, setShortcuts] = useState(false);
  const contestId = contest?.id ?? null;

  return (
    <>
      <ContestStream contestId={contestId} viewer={session?.user.id ?? 'visitor'} />
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <SkipToSubmit session={session} />
      <header className={styles.header} data-shell>
        <div className={styles.bar}>
          <Link
            to="/"
            className={styles.brand}
            title={contest === null ? 'Contests' : `${contest.name}: all contests`}
          >
            <Mark contest={contest} />
            <Name className={styles.brandName} of={contest?.shortName ?? 'Sandglass'} />
          </Link>
          <Navigation at="top" contestId={contestId} session={session} />
          <div className={styles.right} data-account={session === null ? undefined : session.user.role}>
            {contest === null ? null : <ContestClock contest={contest} />}
            {isJury(session) ? <AlarmBadge /> : null}
            <span className={styles.scheme}>
              <SchemeToggle />
            </span>
            <UserMenu session={session} onShortcuts={() => setShortcuts(true)} />
          </div>
        </div>
        {contest === null ? null : <SandLine contest={contest} />}
        <ConnectionBanner />
      </header>
      <PhaseRefresh contest={contest} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Navigation at="bottom" contestId={contestId} session={session} />
      <AccountChangeNotice />
      <Shortcuts contestId={contestId} session={session} open={shortcuts} onOpen={setShortcuts} />
    </>
  );
}

/** On a problem's page: forty other stops are before the panel. */
function SkipToSubmit({ session }: { session: Session | null }): ReactNode {
  const { label } = useParams({ strict: false });
  if (label === undefined || session === null) return null;
  return (
    <a
      className={styles.skip}
      href="#submit"
      onClick={(event) => {
        event.preventDefault();
        focusSubmitPanel();
      }}
    >
      Skip to Submit
    </a>
  );
}

/** What follows the clock is a part of its own: the rest of the shell is not drawn again every second. */
function Mark({ contest }: { contest: ContestSummary | null }): ReactNode {
  const now = useNow();
  return <Hourglass size={30} fallen={contest === null ? 0.35 : contestTime(contest, now).elapsed} />;
}
