import type { Contest, ProblemPage as Problem } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { BeforeStart, problemsAreSecret } from '../contests/before-start.tsx';
import { contestQuery } from '../contests/contest-queries.ts';
import { Standing } from '../contests/standing.tsx';
import { listsSubmissions, useSession } from '../session/session.ts';
import { LatestSubmissions } from '../submissions/latest-submissions.tsx';
import { useSubmitRefusal } from '../submit/submit-refusal.ts';
import { SubmitPanel } from '../submit/submit-panel.tsx';
import { Attachments } from './attachments.tsx';
import { LimitList } from './limit-list.tsx';
import { ProblemPicker } from './problem-picker.tsx';
import { problemQuery } from './problem-queries.ts';
import { sampleRoom } from './sample-room.ts';
import { Samples } from './samples.tsx';
import { Statement } from './statement.tsx';
import styles from './problem-page.module.css';

const route = getRouteApi('/contests/$contest/problems/$label');

export function ProblemPage(): ReactNode {
  const { contest, label } = route.useParams();
  const home = useQuery(contestQuery(contest));
  const isSecret = home.data !== undefined && problemsAreSecret(home.data);
  // Asked for at the start, then: the server knows no problem before, which would read as a wrong address.
  const problem = useQuery({ ...problemQuery(contest, label), enabled: !home.isPending && !isSecret });
  if (isSecret)
    return (
      <Page title={`Problem ${label}`} width="reading">
        <BeforeStart contest={home.data} />
      </Page>
    );
  return (
    <QueryView query={problem} page="Problem">
      {(page) => <ProblemView key={label} contestId={contest} contest={home.data ?? null} problem={page} />}
    </QueryView>
  );
}

function ProblemView(props: { contestId: string; contest: Contest | null; problem: Problem }): ReactNode {
  const { contestId, contest, problem } = props;
  const session = useSession();
  const refusal = useSubmitRefusal(contest);
  const room = sampleRoom(problem.samples);
  const standing = contest?.problems.find((one) => one.label === problem.label)?.standing ?? problem.standing;
  return (
    <Page
      title={`${problem.label} ${problem.name}`}
      width="wide"
      above={
        <ProblemPicker contestId={contestId} problems={contest?.problems ?? []} current={problem.label} />
      }
      heading={
        <span className={styles.heading}>
          <Balloon label={problem.label} colour={problem.colour} size={42} />
          {problem.name}
        </span>
      }
      actions={
        <>
          {session?.user.teamId == null ? null : <Standing of={standing} />}
          {refusal == null ? (
            <a href="#submit" className={styles.jump}>
              Submit
            </a>
          ) : null}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.paper} data-samples={problem.samples.length === 0 ? 'none' : room}>
          <div className={styles.statement}>
            <LimitList problem={problem} />
            <Statement contestId={contestId} problem={problem} />
          </div>
          <div className={styles.samples}>
            <Samples contestId={contestId} problem={problem} />
            <Attachments attachments={problem.attachments} />
          </div>
        </div>
        <aside className={styles.aside} id="submit" tabIndex={-1}>
          <Section title="Submit">
            {session === null ? (
              <p className={styles.visitor}>
                <Link to="/login" search={{ redirect: `/contests/${contestId}/problems/${problem.label}` }}>
                  Log in
                </Link>{' '}
                to submit a solution.
              </p>
            ) : (
              <SubmitPanel contestId={contestId} contest={contest} problem={problem} />
            )}
          </Section>
          {!listsSubmissions(session) ? null : (
            <LatestSubmissions
              contestId={contestId}
              problem={problem.label}
              title={`Submissions to ${problem.label}`}
            />
          )}
        </aside>
      </div>
    </Page>
  );
}
