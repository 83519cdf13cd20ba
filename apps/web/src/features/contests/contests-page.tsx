import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Instant } from '../../components/instant.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useNow } from '../../lib/use-now.ts';
import { contestsQuery } from './contest-queries.ts';
import { contestTime, phaseNames } from './contest-time.ts';
import styles from './contests-page.module.css';

/** All contests one may see; with a single one the router goes there directly. */
export function ContestsPage(): ReactNode {
  const query = useQuery(contestsQuery);
  const now = useNow();
  return (
    <Page title="Contests" width="reading">
      <QueryView query={query}>
        {(contests) =>
          contests.length === 0 ? (
            <EmptyState title="No contest yet">
              The organisers have not set one up, or it is not public.
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {contests.map((contest) => (
                <li key={contest.id}>
                  <Link to="/contests/$contest" params={{ contest: contest.id }} className={styles.contest}>
                    <strong className={styles.name}>{contest.name}</strong>
                    <span>{phaseNames[contestTime(contest, now).phase]}</span>
                    <span className={styles.when}>
                      <Instant at={contest.startsAt} precision="minutes" /> –{' '}
                      <Instant at={contest.endsAt} precision="minutes" />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}
