import { Button } from '@mantine/core';
import type { Rejudging } from '@sandglass/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Ago } from '../../components/instant.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShowOlder } from '../../components/show-older.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { filterText } from './filter-text.ts';
import { rejudgingsQuery } from './rejudging-queries.ts';
import { RejudgingBar, RejudgingState, formatDuration } from './rejudging-state.tsx';
import styles from './rejudgings-page.module.css';

const route = getRouteApi('/member/jury/contests/$contest/rejudgings');

/** Every rejudging of a contest, newest first. */
export function RejudgingsPage(): ReactNode {
  const { contest } = route.useParams();
  const query = useInfiniteQuery(rejudgingsQuery(contest));
  const make = (
    <Button component={Link} to={`/contests/${contest}/rejudgings/new`}>
      New rejudging
    </Button>
  );
  return (
    <Page title="Rejudgings" width="wide" above={<JuryTabs contestId={contest} />} actions={make}>
      <QueryView query={query} skeleton={<SkeletonLines count={6} height={64} />}>
        {({ pages }) =>
          pages[0]?.rejudgings.length === 0 ? (
            <EmptyState title="No rejudgings yet">
              A rejudging judges submissions again, after the submissions of the teams, and shows what would
              change. No verdict changes until you apply the rejudging.
            </EmptyState>
          ) : (
            <>
              <ol className={styles.list} data-live>
                {pages
                  .flatMap(({ rejudgings }) => rejudgings)
                  .map((one) => (
                    <Entry key={one.id} of={one} />
                  ))}
              </ol>
              <ShowOlder of={query} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function Entry({ of: one }: { of: Rejudging }): ReactNode {
  const { judgings } = one;
  const open = one.state === 'created' || one.state === 'judging';
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <Link
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: one.contestId, rejudging: one.id }}
          className={styles.link}
          data-row-link
        >
          {one.reason}
        </Link>
        <p className={styles.filter}>
          {plural(one.submissions, 'submission')}
          {one.repeats > 1 ? ` × ${one.repeats}` : ''} · {filterText(one.filter)}
        </p>
      </div>
      <div className={styles.state}>
        <RejudgingState state={one.state} />
        {open ? (
          <div className={styles.progress}>
            <RejudgingBar of={judgings} />
            <span>
              {formatCount(judgings.done)} of {formatCount(judgings.total)}
              {judgings.etaMs === null ? '' : `, ${formatDuration(judgings.etaMs)} left`}
            </span>
          </div>
        ) : (
          <span className={styles.when}>
            <Ago at={one.endedAt ?? one.judgedAt ?? one.createdAt} />
            {one.endedBy === null ? '' : ` by ${one.endedBy}`}
          </span>
        )}
      </div>
    </li>
  );
}
