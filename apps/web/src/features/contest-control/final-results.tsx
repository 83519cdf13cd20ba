import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { ContestControl, Finalisation } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { Instant } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { refetchContest } from '../../live/live-cache.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime } from '../contests/contest-time.ts';
import { finalisationQuery, finaliseContest, reopenContest } from './final-results-queries.ts';
import { Line } from './clock-actions.tsx';
import styles from './contest-control.module.css';

/** From the end of the contest on: what keeps its results from being final, and the buttons that make them so or open them. */
export function FinalResults({ control: { contest } }: { control: ContestControl }): ReactNode {
  const { phase } = contestTime(contest, useNow());
  const over = phase === 'ended' || phase === 'finalized';
  const query = useQuery({ ...finalisationQuery(contest.id), enabled: over });
  if (!over) return null;
  return (
    <Section title="Final results">
      <QueryView query={query}>
        {(finalisation) =>
          finalisation.finalizedAt === null ? (
            <Opened key="open" finalisation={finalisation} />
          ) : (
            <Final key="final" finalisation={finalisation} at={finalisation.finalizedAt} />
          )
        }
      </QueryView>
    </Section>
  );
}

/** Everything of the contest is fetched again, done or refused. */
function useResultChange<Wanted>(contest: string, change: (wanted: Wanted) => Promise<Finalisation>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      refetchContest(client, contest);
      void client.invalidateQueries({ queryKey: keys.contests() });
    },
  });
}

function Opened({ finalisation }: { finalisation: Finalisation }): ReactNode {
  const { contestId, blockers, blockerCount } = finalisation;
  const [comment, setComment] = useState(finalisation.comment);
  const [b, setB] = useState<number | string>(finalisation.b);
  const finalise = useResultChange(contestId, () => finaliseContest(contestId, { comment, b: Number(b) }));
  return (
    <div className={styles.stack}>
      {blockerCount === 0 ? (
        <p className={styles.quiet}>
          Everything is judged. Once results are final, nothing changes verdicts, times, teams’ groups or the
          definition of this contest until it is reopened. Thawing stays possible.
        </p>
      ) : (
        <Blockers finalisation={finalisation} />
      )}
      <NumberInput
        label="B: more bronze medals"
        description="Beyond those that the contest plans."
        min={0}
        max={1000}
        allowDecimal={false}
        value={b}
        onChange={setB}
      />
      <Textarea
        label="Comment"
        description="Optional. Kept with the results, for the jury."
        autosize
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {finalise.isError ? <ErrorNotice error={finalise.error} title="Results are not final" /> : null}
      <div className={styles.answer}>
        <Button
          loading={finalise.isPending}
          disabled={blockers.length > 0 || b === ''}
          onClick={() => finalise.mutate(undefined)}
        >
          Make results final
        </Button>
      </div>
    </div>
  );
}

function Blockers({ finalisation: { contestId, blockers, blockerCount } }: { finalisation: Finalisation }) {
  const more = blockerCount - blockers.length;
  return (
    <>
      <p className={styles.quiet}>Results cannot be made final yet:</p>
      <ul className={styles.blockers}>
        {blockers.map((blocker) => (
          <li key={`${blocker.kind} ${blocker.submission?.id ?? blocker.rejudging ?? ''}`}>
            <BlockerLink contest={contestId} blocker={blocker} />
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </>
  );
}

function BlockerLink(props: { contest: string; blocker: Finalisation['blockers'][number] }): ReactNode {
  const { contest, blocker } = props;
  const { submission, rejudging, message } = blocker;
  if (submission !== null)
    return (
      <Link to="/contests/$contest/submissions/$submission" params={{ contest, submission: submission.id }}>
        {message}
      </Link>
    );
  if (rejudging !== null)
    return (
      <Link to="/contests/$contest/rejudgings/$rejudging" params={{ contest, rejudging }}>
        {message}
      </Link>
    );
  return message;
}

function Final({ finalisation, at }: { finalisation: Finalisation; at: string }): ReactNode {
  const { contestId, finalizedBy, comment, b } = finalisation;
  const [reason, setReason] = useState('');
  const reopen = useResultChange(contestId, () => reopenContest(contestId, reason));
  return (
    <div className={styles.stack}>
      <dl className={styles.times}>
        <div>
          <dt>Since</dt>
          <dd>
            <Instant at={at} />
            {finalizedBy === null ? null : ` by ${finalizedBy}`}
          </dd>
        </div>
        <div>
          <dt>B</dt>
          <dd>{b}</dd>
        </div>
        {comment === '' ? null : (
          <div>
            <dt>Comment</dt>
            <dd>{comment}</dd>
          </div>
        )}
      </dl>
      <Line button="Reopen" disabled={reason.trim() === ''} onSubmit={() => reopen.mutate(undefined)}>
        <TextInput
          label="Reason to reopen"
          description="It is kept in the history."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Line>
      {reopen.isError ? <ErrorNotice error={reopen.error} title="The contest is not reopened" /> : null}
    </div>
  );
}
