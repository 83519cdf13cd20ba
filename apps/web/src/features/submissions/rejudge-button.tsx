import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { RepeatIcon } from '../../components/icons.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { refetch } from '../../live/refetch.ts';
import { createRejudging } from '../rejudgings/rejudging-queries.ts';
import { rejudge } from './submission-queries.ts';
import styles from '../rejudgings/rejudging-actions.module.css';

/** Judges a submission once more. Whether the new verdict counts by itself is asked first: teams see it at once. */
export function RejudgeButton(props: { contestId: string; submissionId: string; busy: boolean }): ReactNode {
  const { contestId, submissionId, busy } = props;
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const atOnce = useMutation({
    mutationFn: () => rejudge(submissionId),
    // The verdict stays until the new one is there; that it is on its way shows among the judgings.
    onSuccess: () => {
      refetch(client, keys.submission(contestId, submissionId));
      setAsked(false);
    },
  });
  const first = useMutation({
    mutationFn: () =>
      createRejudging(contestId, {
        reason: 'one submission, to see its verdict before it counts',
        filter: { submissions: [submissionId] },
        priority: 'jury',
      }),
    onSuccess: ({ id }) => {
      refetch(client, keys.rejudgings(contestId));
      void navigate({
        to: '/contests/$contest/rejudgings/$rejudging',
        params: { contest: contestId, rejudging: id },
      });
    },
  });
  const error = atOnce.error ?? first.error;
  const close = (): void => {
    atOnce.reset();
    first.reset();
    setAsked(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<RepeatIcon size={16} />}
        disabled={busy}
        onClick={() => setAsked(true)}
      >
        Rejudge…
      </Button>
      <Modal
        opened={asked}
        onClose={close}
        title="Rejudge this submission?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={styles.words}>
          <p>
            <strong>See it first</strong>: the old verdict counts until you apply the rejudging, which shows
            what would change.
          </p>
          <p>
            <strong>Rejudge and apply</strong>: the new verdict counts as soon as it is there. Its team and
            the scoreboard show it at once. This cannot be undone.
          </p>
          {error === null ? null : <ErrorNotice error={error} />}
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button
            variant="default"
            loading={atOnce.isPending}
            disabled={first.isPending}
            onClick={() => atOnce.mutate()}
          >
            Rejudge and apply
          </Button>
          <Button loading={first.isPending} disabled={atOnce.isPending} onClick={() => first.mutate()}>
            See it first
          </Button>
        </div>
      </Modal>
    </>
  );
}
