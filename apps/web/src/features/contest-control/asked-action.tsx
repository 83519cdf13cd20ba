import { Button, Modal, TextInput } from '@mantine/core';
import type { ContestActionRequest, ContestChangeAnswer, ContestState } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { Instant } from '../../components/instant.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { refetchContest } from '../../live/live-cache.ts';
import { RankChanges } from '../rejudgings/rank-changes.tsx';
import { actOnContest } from './control-queries.ts';
import styles from './contest-control.module.css';

/** A button that was pressed, in words. */
export interface Asked {
  readonly title: string;
  readonly button: string;
  readonly action: ContestActionRequest;
}

/** What the action would do now, and the button that does it. */
export function AskedAction(props: {
  contest: string;
  /** As the page knows it: an action is tried again when it changes. */
  state: ContestState | undefined;
  asked: Asked | null;
  onClose: () => void;
  /** The dialog has gone from sight as well. */
  onGone: () => void;
}): ReactNode {
  const { contest, state, asked, onClose, onGone } = props;
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      size="lg"
      title={asked?.title ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asked === null ? null : <Question contest={contest} state={state} asked={asked} onClose={onClose} />}
    </Modal>
  );
}

function Question({
  contest,
  state,
  asked,
  onClose,
}: {
  contest: string;
  state: ContestState | undefined;
  asked: Asked;
  onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const [reason, setReason] = useState(asked.action.reason ?? '');
  const mutation = useMutation({
    // What was not seen here is not agreed to: the api refuses another version.
    mutationFn: ({ version, dangers }: ContestChangeAnswer) =>
      actOnContest(contest, { ...asked.action, reason, version, confirm: dangers.length > 0 }, 'apply'),
    onSuccess: () => {
      refetchContest(client, contest);
      void client.invalidateQueries({ queryKey: keys.contests() });
      onClose();
    },
    // Somebody else was faster, or it is done and only its answer was lost.
    onError: () => {
      refetchContest(client, contest);
      void preview.refetch();
    },
  });
  const preview = useQuery({
    // Not among those of the contest: once it is done it must not be tried again.
    queryKey: ['contest-preview', contest, asked.action, state],
    queryFn: () => actOnContest(contest, asked.action, 'dryRun'),
    enabled: !mutation.isPending && !mutation.isSuccess,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const seen = preview.isSuccess && !preview.isFetching ? preview.data : undefined;
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (seen !== undefined) mutation.mutate(seen);
      }}
    >
      {preview.isError ? <ErrorNotice error={preview.error} title="This cannot be done now" /> : null}
      {preview.isSuccess ? <Consequences contest={contest} answer={preview.data} /> : null}
      {preview.isError ? null : (
        <TextInput
          label="Reason"
          description="Optional. It is kept in the history below."
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
      <div className={styles.answer}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" loading={mutation.isPending} disabled={seen === undefined}>
          {asked.button}
        </Button>
      </div>
    </form>
  );
}

function Consequences({ contest, answer }: { contest: string; answer: ContestChangeAnswer }): ReactNode {
  const { before, after, dangers, submissions, ranks } = answer;
  const others = submissions.added + submissions.dropped + submissions.moved;
  return (
    <>
      {dangers.length === 0 ? null : (
        <Notice kind="warning" title="Check this first">
          {dangers.join(' ')}
        </Notice>
      )}
      <TimeChanges before={before} after={after} />
      <p className={styles.quiet}>
        {others === 0
          ? 'No submission gets another contest time.'
          : `${plural(others, 'submission is', 'submissions are')} affected: ${submissions.moved} with another contest time, ${submissions.added} that count from now on, ${submissions.dropped} that no longer count.`}
      </p>
      {ranks.length === 0 ? null : (
        <RankChanges contestId={contest} preview={{ ranks, firstToSolve: [], state: 'judged' }} />
      )}
    </>
  );
}

const names = { startsAt: 'Start', freezesAt: 'Freeze', endsAt: 'End', thawsAt: 'Thaw' } as const;

function TimeChanges({ before, after }: { before: ContestState; after: ContestState }): ReactNode {
  const changed = (Object.keys(names) as (keyof typeof names)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (changed.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd>
            <Time at={before[name]} /> → <strong>{<Time at={after[name]} />}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Time({ at }: { at: string | null }): ReactNode {
  return at === null ? 'none' : <Instant at={at} />;
}
