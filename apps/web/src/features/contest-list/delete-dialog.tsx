import { Button, Modal, TextInput } from '@mantine/core';
import type { AdminContest, ContestDeletion } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { deleteContest, deletionQuery } from './contest-list-queries.ts';
import styles from './contest-list.module.css';

/** What would be lost, and a name to be typed: there is no way back. */
export function DeleteDialog(props: { contest: AdminContest | null; onClose: () => void }): ReactNode {
  const { contest, onClose } = props;
  return (
    <Modal
      opened={contest !== null}
      onClose={onClose}
      title={contest === null ? '' : `Delete “${contest.name}”?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {contest === null ? null : <Lost contest={contest} onClose={onClose} />}
    </Modal>
  );
}

function Lost({ contest, onClose }: { contest: AdminContest; onClose: () => void }): ReactNode {
  return (
    <QueryView query={useQuery(deletionQuery(contest.id))}>
      {(lost) => <DeleteForm lost={lost} onClose={onClose} />}
    </QueryView>
  );
}

function DeleteForm({ lost, onClose }: { lost: ContestDeletion; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const { contest, name, refused, submissions, judgings, rejudgings } = lost;
  const deleting = useMutation({
    mutationFn: () => deleteContest(contest, typed),
    onSuccess: async () => {
      onClose();
      client.removeQueries({ queryKey: ['contest', contest] });
      await client.invalidateQueries();
    },
  });
  if (refused !== null)
    return (
      <div className={styles.stack}>
        <Notice kind="warning" title="It cannot be deleted now">
          The contest cannot be deleted: {refused}.
        </Notice>
        <div className={styles.answer}>
          <Button variant="default" onClick={onClose}>
            Go back
          </Button>
        </div>
      </div>
    );
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        deleting.mutate();
      }}
    >
      <Notice kind="warning" title="This cannot be undone">
        {plural(submissions, 'submission')} with {plural(judgings, 'judging')},{' '}
        {plural(rejudgings, 'rejudging')}, the scoreboard and the history of its events are lost. Problems,
        teams and accounts stay. To keep the contest out of the lists, archive it.
      </Notice>
      <TextInput
        label={`Type its name: ${name}`}
        data-autofocus
        autoComplete="off"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {deleting.isError ? <ErrorNotice error={deleting.error} title="It was not deleted" /> : null}
      <div className={styles.answer}>
        <Button variant="default" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" color="red" loading={deleting.isPending} disabled={typed !== name}>
          Delete for ever
        </Button>
      </div>
    </form>
  );
}
