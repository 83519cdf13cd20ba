import { Button, Modal, TextInput } from '@mantine/core';
import type { ContestActionRequest, ContestChangeAnswer, ContestState } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { refetchContest } from '../../live/live-cache.ts';
import { Consequences } from './consequences.tsx';
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
