import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Name } from '../../components/name.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useNow } from '../../lib/use-now.ts';
import type { ContestSummary } from '@sandglass/contracts';
import { formatClock, plural } from '../../lib/format.ts';
import { useSession } from '../session/session.ts';
import { contestsQuery } from './contest-queries.ts';
import { ContestSpan } from './contest-span.tsx';
import { byImportance, contestTime, phaseText } from './contest-time.ts';
import styles from './contests-page.module.css';

const dayMs = 86_400_000;

/** All contests one may see; with a single one the router goes there directly. */
export function ContestsPage(): ReactNode {
  const query = useQuery(contestsQuery);
  const now = useNow();
  return (
    <Page title="Contests" width="reading">
      <QueryView query={query}>
        {(contests) =>
          contests.length === 0 ? (
            <NoContest />
          ) : (
            <ul className={styles.list}>
              {byImportance(contests, now).map((contest) => (
                <li key={contest.id}>
                  <Entry contest={contest} now={now} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}

/** To the one who can make a contest: where. */
function NoContest(): ReactNode {
  const admin = useSession()?.user.role === 'admin';
  return (
    <EmptyState
      title="No contest yet"
      action={
        admin ? (
          <Button component={Link} to="/admin" mt="md">
            Create a contest
          </Button>
        ) : undefined
      }
    >
      {admin
        ? 'Import its problems first: a contest names them.'
        : 'The organisers have not set one up, or it is not public.'}
    </EmptyState>
  );
}

/** Name and phase, how much time is left or when it begins; what runs shows how much sand has fallen. */
function Entry({ contest, now }: { contest: ContestSummary; now: number }): ReactNode {
  const { phase, stopped, elapsed, remainingMs, freezeAt, span } = contestTime(contest, now);
  const runs = phase === 'running' || phase === 'frozen';
  const over = phase === 'ended' || phase === 'finalized';
  return (
    <Link
      to="/contests/$contest"
      params={{ contest: contest.id }}
      className={over ? `${styles.contest} ${styles.over}` : styles.contest}
    >
      <strong className={styles.name}>
        <Name of={contest.name} />
      </strong>
      <span className={runs ? styles.runs : styles.phase}>{phaseText({ phase, stopped })}</span>
      <span className={styles.when}>
        <ContestSpan span={span} />
      </span>
      {over || span === null ? null : (
        <span className={styles.clock}>
          {phase === 'before' ? 'starts in ' : ''}
          <b>
            {remainingMs < dayMs ? formatClock(remainingMs) : plural(Math.floor(remainingMs / dayMs), 'day')}
          </b>
          {runs ? ' left' : ''}
        </span>
      )}
      {runs ? (
        <span className={styles.sand} aria-hidden="true">
          <span className={styles.fallen} style={{ width: `${elapsed * 100}%` }} />
          {freezeAt === null ? null : (
            <span className={styles.freeze} style={{ left: `${freezeAt * 100}%` }} />
          )}
        </span>
      ) : null}
    </Link>
  );
}
