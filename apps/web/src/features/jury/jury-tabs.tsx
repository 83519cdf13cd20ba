import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plural } from '../../lib/format.ts';
import { useSession } from '../session/session.ts';
import { proposalsQuery, rejudgingCountsQuery } from './jury-tabs-queries.ts';
import styles from './jury-tabs.module.css';

/** The jury's pages for a contest, above each page's heading, with what waits there for a decision. */
export function JuryTabs({ contestId }: { contestId: string }): ReactNode {
  const session = useSession();
  const params = { contest: contestId };
  const look = { className: styles.tab, activeProps: { className: styles.active } } as const;
  const judged = useQuery(rejudgingCountsQuery(contestId)).data?.waiting ?? 0;
  const proposals = useQuery(proposalsQuery(contestId)).data?.proposals ?? [];
  const proposed = proposals.filter(({ state }) => state === 'open').length;
  return (
    <nav className={styles.tabs} aria-label="Jury">
      <Link {...look} to="/contests/$contest/submissions" params={params}>
        Submissions
      </Link>
      <Link {...look} to="/contests/$contest/rejudgings" params={params}>
        Rejudgings
        <Waiting
          count={judged}
          title={`${plural(judged, 'rejudging waits', 'rejudgings wait')} to be applied`}
        />
      </Link>
      <Link {...look} to="/contests/$contest/wall-limits" params={params}>
        Wall-time limits
        <Waiting count={proposed} title="The system proposes a larger margin" />
      </Link>
      <Link {...look} to="/contests/$contest/awards" params={params}>
        Awards
      </Link>
      <Link {...look} to="/contests/$contest/resolver" params={params}>
        Resolver
      </Link>
      <Link {...look} to="/bound-accounts">
        Bound accounts
      </Link>
      {session?.user.role === 'analyst' ? (
        <span className={styles.note}>As an analyst you see everything and change nothing.</span>
      ) : null}
      {session?.user.role === 'admin' ? (
        <>
          <Link {...look} to="/contests/$contest/control" params={params}>
            Contest
          </Link>
          <Link {...look} to="/contests/$contest/settings" params={params}>
            Settings
          </Link>
        </>
      ) : null}
    </nav>
  );
}

function Waiting({ count, title }: { count: number; title: string }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={styles.waiting} title={title}>
      {count}
    </span>
  );
}
