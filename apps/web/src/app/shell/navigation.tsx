import { Link, useLocation } from '@tanstack/react-router';
import type { Session } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { GearIcon, HomeIcon, ListIcon, ServerIcon, TrophyIcon } from '../../components/icons.tsx';
import { isJury, listsSubmissions } from '../../features/session/session.ts';
import { type Area, areaOf } from './area.ts';
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
  const area = areaOf(useLocation({ select: ({ pathname }) => pathname }));
  /** A page below another one that has its own place here marks that one. */
  const within = (name: Area) =>
    area === name ? ({ className: `${styles.link} ${styles.active}`, 'aria-current': true } as const) : look;
  return (
    <nav className={styles[at]} aria-label={at === 'top' ? 'Main' : 'Main, bottom'} data-shell>
      {contestId === null ? null : (
        <>
          <Link
            {...within('problems')}
            to="/contests/$contest"
            params={{ contest: contestId }}
            activeOptions={{ exact: true }}
          >
            <HomeIcon size={size} />
            Problems
          </Link>
          {!listsSubmissions(session) ? null : (
            <Link
              {...within('submissions')}
              to="/contests/$contest/submissions"
              params={{ contest: contestId }}
            >
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
        <Link {...within('judgehosts')} to="/judgehosts">
          <ServerIcon size={size} />
          Judgehosts
        </Link>
      ) : null}
      {session?.user.role === 'admin' ? (
        <Link {...within('admin')} to="/admin">
          <GearIcon size={size} />
          Admin
        </Link>
      ) : null}
    </nav>
  );
}
