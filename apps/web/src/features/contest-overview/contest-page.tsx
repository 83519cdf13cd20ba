import { Button } from '@mantine/core';
import type { Contest, ScoreboardSummary } from '@sandglass/contracts';
import { rulesInWords } from '@sandglass/domain';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Instant } from '../../components/instant.tsx';
import { Name } from '../../components/name.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { scoreboardSummaryQuery } from '../scoreboard/scoreboard-queries.ts';
import { listsSubmissions, useSession } from '../session/session.ts';
import { LatestSubmissions } from '../submissions/latest-submissions.tsx';
import { useSubmitRefusal } from '../submit/submit-refusal.ts';
import { BeforeStart, contestIsAhead } from '../contests/before-start.tsx';
import { contestQuery } from '../contests/contest-queries.ts';
import { ContestSpan } from '../contests/contest-span.tsx';
import { contestTime, phaseText } from '../contests/contest-time.ts';
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
  const summary = useQuery(scoreboardSummaryQuery(contest.id)).data;
  return (
    <Page
      title={contest.shortName}
      heading={<Name of={contest.name} />}
      above={<PhaseLine contest={contest} />}
      actions={isTeam ? <SubmitLink contest={contest} /> : null}
    >
      <div className={styles.columns}>
        <div className={styles.problems}>
          {contest.problems.length === 0 ? (
            contestIsAhead(contest) ? (
              <BeforeStart contest={contest} />
            ) : (
              <EmptyState title="No problems">This contest has no problems yet.</EmptyState>
            )
          ) : (
            <ProblemList
              contestId={contest.id}
              problems={contest.problems}
              standings={isTeam}
              tallies={summary?.problems ?? []}
            />
          )}
        </div>
        <aside className={styles.aside}>
          {summary?.own == null || contestIsAhead(contest) ? null : (
            <OwnRank contestId={contest.id} summary={summary} unit={contest.rules.penaltyUnit} />
          )}
          {!listsSubmissions(session) ? null : (
            <LatestSubmissions
              contestId={contest.id}
              title={isTeam ? 'Your latest submissions' : 'Latest submissions'}
            />
          )}
          {contest.phase === 'finalized' ? (
            <Section title="Results">
              <p className={styles.rules}>
                The results are final.{' '}
                <Link to="/contests/$contest/awards" params={{ contest: contest.id }}>
                  Awards
                </Link>
              </p>
            </Section>
          ) : null}
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
              {rulesInWords({ ...contest, languageName: (id) => nameOf(contest, id) }).join(' ')}
              <FreezeSentence contest={contest} />
            </p>
          </Section>
        </aside>
      </div>
    </Page>
  );
}

function nameOf({ languages }: Contest, id: string): string {
  return languages.find((language) => language.id === id)?.name ?? id;
}

/** When the scoreboard freezes, has frozen, or was frozen: by the time that it is. */
function FreezeSentence({ contest }: { contest: Contest }): ReactNode {
  const now = useNow();
  if (contest.freezesAt === null) return null;
  const at = <Instant at={contest.freezesAt} precision="minutes" />;
  const { phase } = contestTime(contest, now);
  if (phase === 'before' || phase === 'running') return <> The scoreboard freezes at {at}.</>;
  const shown = contest.thawsAt !== null && now >= Date.parse(contest.thawsAt);
  return shown ? (
    <> The scoreboard was frozen at {at} and shows all results now.</>
  ) : (
    <> The scoreboard has been frozen since {at}.</>
  );
}

/** Where one may submit. Follows the clock; the page around it does not. */
function SubmitLink({ contest }: { contest: Contest }): ReactNode {
  if (useSubmitRefusal(contest) !== null) return null;
  return (
    <Button component={Link} to={`/contests/${contest.id}/submit`}>
      Submit
    </Button>
  );
}

/** The rank of one's own team, as the scoreboard has it. */
function OwnRank(props: {
  contestId: string;
  summary: ScoreboardSummary;
  unit: Contest['rules']['penaltyUnit'];
}): ReactNode {
  const { contestId, summary, unit } = props;
  const { own, teams, frozenSince } = summary;
  if (own === null) return null;
  return (
    <Section title="Your team">
      <Link to="/contests/$contest/scoreboard" params={{ contest: contestId }} className={styles.rank}>
        <span className={styles.place}>
          {own.rank === null ? 'Guest' : formatCount(own.rank)}
          <span>
            {' '}
            {own.rank === null ? 'among' : 'of'} {formatCount(teams)}
          </span>
        </span>
        <span>
          {own.solved === 0
            ? 'no problem solved yet'
            : `${plural(own.solved, 'problem')} solved, ${plural(own.penalty, `penalty ${unit === 'seconds' ? 'second' : 'minute'}`)}`}
          {frozenSince === null ? null : (
            <span className={styles.frozen}>
              on the scoreboard frozen since <Instant at={frozenSince} precision="minutes" />
            </span>
          )}
        </span>
      </Link>
    </Section>
  );
}

function PhaseLine({ contest }: { contest: Contest }): ReactNode {
  const time = contestTime(contest, useNow());
  return (
    <>
      {phaseText(time)} · <ContestSpan span={time.span} />
    </>
  );
}
