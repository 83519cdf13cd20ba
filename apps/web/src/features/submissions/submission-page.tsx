import type { Judging, SubmissionDetail } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Instant } from '../../components/instant.tsx';
import { HostLink, TeamLink } from '../../components/named-links.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollText } from '../../components/scroll-region.tsx';
import { ShowOlder } from '../../components/show-older.tsx';
import { meaningOfSubmission, Verdict } from '../../components/verdict/verdict.tsx';
import { formatContestTime } from '../../lib/format.ts';
import { isJury, mayChange, useSession } from '../session/session.ts';
import { CompileOutput } from './compile-output.tsx';
import { JudgingCards } from './judging-cards.tsx';
import { JudgingError, isJudgingError } from './judging-error.tsx';
import { groupRepeats, hostThen, hostsOf } from './judging-figures.ts';
import { LiveVerdict } from './live-verdict.tsx';
import { NumberToCopy } from './number-to-copy.tsx';
import { OwnFigures } from './own-figures.tsx';
import { RejudgeButton } from './rejudge-button.tsx';
import { RepeatButton } from './repeat-button.tsx';
import { Repeats } from './repeats.tsx';
import { SourceView } from './source-view.tsx';
import { submissionQuery } from './submission-queries.ts';
import { TestDetail } from './test-detail.tsx';
import { TestStrip } from './test-strip.tsx';
import { TestTable } from './test-table.tsx';
import { useJudgings } from './use-judgings.ts';
import { Why } from './why.tsx';
import blockStyles from './text-block.module.css';
import styles from './submission-page.module.css';

const route = getRouteApi('/member/contests/$contest/submissions/$submission');

export function SubmissionPage(): ReactNode {
  const { contest, submission } = route.useParams();
  const query = useQuery(submissionQuery(contest, submission));
  return (
    <QueryView query={query} page="Submission">
      {(detail) => <SubmissionView key={detail.id} contestId={contest} detail={detail} />}
    </QueryView>
  );
}

function SubmissionView({ contestId, detail }: { contestId: string; detail: SubmissionDetail }): ReactNode {
  const session = useSession();
  const jury = isJury(session);
  const { test, attempt, judging: shownId } = route.useSearch();
  const navigate = route.useNavigate();
  const { judgings, older } = useJudgings(contestId, detail, shownId);
  const judging = judgings.find((one) => one.id === shownId) ?? judgings.find((one) => one.valid) ?? null;
  const { single, groups } = groupRepeats(judgings);
  const busy = detail.judgings.some(({ state }) => state !== 'done' && state !== 'cancelled');
  const [closed, setClosed] = useState(false);
  const failing = judging?.tests.find((one) => one.verdict !== null && one.verdict !== 'AC')?.ordinal;
  // What the jury came for is mostly the test that failed: it is open until another is chosen or it is closed.
  const opened = test ?? (jury && !closed && judging?.state === 'done' ? failing : undefined);
  const selected = judging?.tests.find((one) => one.ordinal === opened) ?? null;
  const select = (ordinal: number | undefined): void => {
    setClosed(ordinal === undefined);
    void navigate({ search: { test: ordinal, judging: shownId }, replace: true, resetScroll: false });
  };
  const show = (id: string): void =>
    void navigate({ search: { test, judging: id }, replace: true, resetScroll: false });
  const showAttempt = (number: number): void =>
    void navigate({
      search: { test: selected?.ordinal, judging: shownId, attempt: number },
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      title={`#${detail.number} ${meaningOfSubmission(detail).name}: ${detail.problem.label}`}
      width={jury ? 'wide' : 'normal'}
      above={
        <>
          <Link to="/contests/$contest/submissions" params={{ contest: contestId }}>
            Submissions
          </Link>
          <NumberToCopy of={detail} />
        </>
      }
      heading={<LiveVerdict detail={detail} />}
      actions={
        mayChange(session) ? (
          <>
            <RepeatButton contestId={contestId} submission={detail} busy={busy} />
            <RejudgeButton contestId={contestId} submissionId={detail.id} busy={busy} />
          </>
        ) : undefined
      }
    >
      <SubmissionFacts contestId={contestId} detail={detail} jury={jury} judging={judging} />
      <div className={`${styles.parts} ${jury ? styles.beside : ''}`}>
        <div className={styles.parts}>
          {judging === null ? null : <JudgingError of={judging} />}
          {jury ? <JudgingCards judgings={single} shown={judging} onShow={show} /> : null}
          {jury
            ? groups.map((group) => (
                <Repeats
                  key={group.rejudgingId}
                  contestId={contestId}
                  group={group}
                  shown={judging}
                  onShow={show}
                />
              ))
            : null}
          {jury ? <ShowOlder of={older} what="judgings" /> : null}
          {jury && judging !== null && !isJudgingError(judging) ? <Why of={judging} /> : null}
          {jury || judging === null ? null : <OwnFigures detail={detail} limits={judging.limits} />}
          {judging === null || judging.verdict === 'CE' ? null : (
            <Section title="Tests">
              <TestStrip
                tests={judging.tests}
                total={
                  judging.valid ? Math.max(detail.testsTotal, judging.tests.length) : judging.tests.length
                }
                running={judging.state === 'running' && !(judging.valid && detail.waitsForJury)}
                verdict={judging.verdict}
                selected={selected?.ordinal ?? null}
                onSelect={
                  jury ? select : judging.tests.some(({ hasOutput }) => hasOutput) ? select : undefined
                }
              />
            </Section>
          )}
          {judging?.teamMessage == null ? null : (
            <Section title="Message of the validator">
              <ScrollText className={blockStyles.block} label="Message of the validator">
                {judging.teamMessage}
              </ScrollText>
            </Section>
          )}
          {judging === null ? null : <CompileOutput of={judging} />}
          {jury && judging !== null && judging.tests.some((one) => one.measurement !== null) ? (
            <TestTable judging={judging} selected={selected?.ordinal ?? null} onSelect={select} />
          ) : null}
          {judging !== null && selected !== null && (jury || selected.hasOutput) ? (
            <TestDetail
              contestId={contestId}
              submissionId={detail.id}
              judging={judging}
              test={selected}
              attempt={attempt ?? null}
              onAttempt={showAttempt}
              scrollTo={test !== undefined}
              onClose={() => select(undefined)}
            />
          ) : null}
        </div>
        <div className={styles.source}>
          <SourceView detail={detail} jury={jury} />
        </div>
      </div>
    </Page>
  );
}

/** What was submitted, by whom, when, where it was judged. */
function SubmissionFacts(props: {
  contestId: string;
  detail: SubmissionDetail;
  jury: boolean;
  judging: Judging | null;
}): ReactNode {
  const { contestId, detail, jury, judging } = props;
  const hosts = judging === null || !jury ? [] : hostsOf(judging);
  const facts: (Fact | false)[] = [
    [
      'Problem',
      <Link
        key="problem"
        to="/contests/$contest/problems/$label"
        params={{ contest: contestId, label: detail.problem.label }}
        className={styles.problem}
      >
        <Balloon label={detail.problem.label} colour={detail.problem.colour} size={22} />{' '}
        {detail.problem.name}
      </Link>,
    ],
    jury && ['Team', <TeamLink key="team" contest={contestId} team={detail.team} jury={detail.jury} />],
    ['Language', detail.language.name],
    detail.entryPoint !== null && ['Entry point', <code key="entry">{detail.entryPoint}</code>],
    ['Contest time', formatContestTime(detail.contestTimeMs)],
    detail.late && ['Late', 'after the end; it does not count'],
    detail.teamVerdict !== null && [
      'Teams see',
      <Verdict key="teams" verdict={detail.teamVerdict} form="long" />,
    ],
    ['Submitted', <Instant key="at" at={detail.submittedAt} />],
    hosts.length > 0 && [
      'Judged on',
      hosts.map(({ judgehost, kernel }, index) => (
        <Fragment key={hostThen(judgehost, kernel)}>
          {index === 0 ? '' : '; '}
          <HostLink name={judgehost} />
          {kernel === null ? '' : `, Linux ${kernel}`}
        </Fragment>
      )),
    ],
    jury &&
      judging?.rejudgingId != null && [
        'Judged by',
        <Link
          key="rejudging"
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: contestId, rejudging: judging.rejudgingId }}
          preload={false}
        >
          a rejudging
        </Link>,
      ],
    jury &&
      detail.judgedWhileUnhealthy && ['Warning', 'a host was unhealthy while it judged this submission'],
    jury && detail.jury && ['Expected', detail.expected.join(' or ') || 'anything'],
  ];
  return <Facts facts={facts} />;
}
