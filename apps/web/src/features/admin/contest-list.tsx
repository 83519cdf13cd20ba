import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { serverNow } from '../../lib/time.ts';
import { contestsQuery } from '../contests/contest-queries.ts';
import { byImportance } from '../contests/contest-time.ts';
import styles from './admin-page.module.css';

/** Where each contest is run. */
export function ContestList(): ReactNode {
  const query = useQuery(contestsQuery);
  return (
    <Section
      title="Contests"
      actions={
        <Button component={Link} to="/admin/contests/new" size="compact-sm">
          New contest
        </Button>
      }
    >
      <p className={styles.hint}>
        Run one, or <Link to="/admin/contests">see all of them</Link>: copy, archive, export and delete.
      </p>
      <QueryView query={query}>
        {(contests) =>
          contests.length === 0 ? (
            <p className={styles.hint}>There is no contest.</p>
          ) : (
            <ul className={styles.contests}>
              {byImportance(contests, serverNow()).map((contest) => (
                <li key={contest.id}>
                  <Link to="/contests/$contest/control" params={{ contest: contest.id }}>
                    <Name of={contest.name} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
