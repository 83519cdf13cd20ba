import { Link } from '@tanstack/react-router';
import type { Session } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { GearIcon, HomeIcon, ListIcon, ServerIcon, TrophyIcon } from '../../components/icons.tsx';
import { isJury } from '../../features/session/session.ts';
import styles from './navigation.module.css';

/** The links of the header (desktop) and of the bar at the bottom (phone). */
export function Navigation(props: {
  contestId: string | null;
  session: Session | null;
  at: 'top' | 'bottom';
}): ReactNode {
  const { contestId, session, at } = props;
  const size = at === 'top' ? 17 : 21;
  const look = { className: styles.link, activeProps: { className: styles.active } } as const;
  return (
    <nav className={styles[at]} aria-label={at === 'top' ? 'Main' : 'Main, bottom'}>
      {contestId === null ? null : (
        <>
          <Link
            {...look}
            to="/contests/$contest"
            params={{ contest: contestId }}
            activeOptions={{ exact: true }}
          >
            <HomeIcon size={size} />
            Problems
          </Link>
          {session === null ? null : (
            <Link {...look} to="/contests/$contest/submissions" params={{ contest: contestId }}>
              <ListIcon size={size} />
              Submissions
            </Link>
          )}
          <Link {...look} to="/contests/$contest/scoreboard" params={{ contest: contestId }}>
            <TrophyIcon size={size} />
            Scoreboard
          </Link>
        </>
      )}
      {isJury(session) ? (
        <Link {...look} to="/judgehosts">
          <ServerIcon size={size} />
          Judgehosts
        </Link>
      ) : null}
      {session?.user.role === 'admin' ? (
        <Link {...look} to="/admin">
          <GearIcon size={size} />
          Admin
        </Link>
      ) : null}
    </nav>
  );
}
