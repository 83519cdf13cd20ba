import type { Contest } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Instant } from '../../components/instant.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatClock } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSession } from '../session/session.ts';
import { LatestSubmissions } from '../submissions/latest-submissions.tsx';
import { contestQuery } from './contest-queries.ts';
import { contestTime, phaseNames } from './contest-time.ts';
import { LanguageList } from './language-list.tsx';
import { ProblemList } from './problem-list.tsx';
import styles from './contest-page.module.css';

const route = getRouteApi('/contests/$contest');

/** The contestant's home: how much time is left, what there is to solve, how the last tries went. */
export function ContestPage(): ReactNode {
  const { contest: contestId } = route.useParams();
  const query = useQuery(contestQuery(contestId));
  return (
    <QueryView query={query} page="Contest">
      {(contest) => <ContestHome contest={contest} />}
    </QueryView>
  );
}

function ContestHome({ contest }: { contest: Contest }): ReactNode {
  const session = useSession();
  const isTeam = session?.user.teamId != null;
  return (
    <Page title={contest.shortName} heading={contest.name} above={<PhaseLine contest={contest} />}>
      <div className={styles.columns}>
        <div className={styles.problems}>
          {contest.problems.length === 0 ? (
            <EmptyState title={contestIsAhead(contest) ? 'The problems appear at the start' : 'No problems'}>
              {contestIsAhead(contest) ? (
                <Countdown contest={contest} />
              ) : (
                'This contest has no problems yet.'
              )}
            </EmptyState>
          ) : (
            <ProblemList contestId={contest.id} problems={contest.problems} standings={isTeam} />
          )}
        </div>
        <aside className={styles.aside}>
          {session === null ? null : (
            <LatestSubmissions
              contestId={contest.id}
              title={isTeam ? 'Your latest submissions' : 'Latest submissions'}
            />
          )}
          <Section title="Languages">
            {contest.image === null ? null : (
              <p className={styles.rules}>
                Judged in chroot image <strong>{contest.image}</strong>; only the jury sees this line.
              </p>
            )}
            <LanguageList languages={contest.languages} />
          </Section>
          <Section title="Rules in short">
            <p className={styles.rules}>
              A problem solved costs its minutes from the start, and {contest.penaltyMinutes} more for each
              rejected try before. Compile errors cost nothing.
              {contest.freezesAt === null ? null : (
                <>
                  {' '}
                  The scoreboard freezes at <Instant at={contest.freezesAt} precision="minutes" />.
                </>
              )}
            </p>
          </Section>
        </aside>
      </div>
    </Page>
  );
}

function contestIsAhead(contest: Contest): boolean {
  return contest.phase === 'before';
}

function PhaseLine({ contest }: { contest: Contest }): ReactNode {
  const { phase } = contestTime(contest, useNow());
  return (
    <>
      {phaseNames[phase]} · <Instant at={contest.startsAt} precision="minutes" /> –{' '}
      <Instant at={contest.endsAt} precision="minutes" />
    </>
  );
}

function Countdown({ contest }: { contest: Contest }): ReactNode {
  const time = contestTime(contest, useNow());
  return <span className={styles.countdown}>{formatClock(time.remainingMs)}</span>;
}
