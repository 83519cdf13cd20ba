import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import type { AdminContest } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { instantOfInput, localInput } from '../contest-control/local-input.ts';
import { cloneContest } from './contest-list-queries.ts';
import { slugOf } from './slug.ts';
import styles from './contest-list.module.css';

const weekMs = 7 * 24 * 3_600_000;

/** A contest like another one: its rules, problems and teams, at another time. */
export function CloneDialog(props: { contest: AdminContest | null; onClose: () => void }): ReactNode {
  const { contest, onClose } = props;
  return (
    <Modal
      opened={contest !== null}
      onClose={onClose}
      title={contest === null ? '' : `Copy “${contest.name}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {contest === null ? null : <CloneForm contest={contest} onClose={onClose} />}
    </Modal>
  );
}

function CloneForm({ contest, onClose }: { contest: AdminContest; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(`${contest.name} (copy)`.slice(0, 200));
  /** Null: it follows the name. */
  const [typedId, setTypedId] = useState<string | null>(null);
  const [start, setStart] = useState(() =>
    localInput(new Date(Math.max(Date.parse(contest.startsAt), Date.now()) + weekMs).toISOString()),
  );
  const [teams, setTeams] = useState(true);
  const id = typedId ?? slugOf(name);
  const startsAt = instantOfInput(start);
  const cloning = useMutation({
    mutationFn: (at: string) => cloneContest(contest.id, { id, name, startsAt: at, teams }),
    onSuccess: async (made) => {
      await client.invalidateQueries();
      onClose();
      await navigate({ to: '/contests/$contest/settings', params: { contest: made.id } });
    },
  });
  const refused = cloning.error instanceof ApiError ? cloning.error : null;
  const isShown = ['id', 'name', 'startsAt'].some((field) => refused?.field(field) != null);
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (startsAt !== null) cloning.mutate(startsAt);
      }}
    >
      <p className={styles.quiet}>
        The copy has the rules, problems and times of the contest, and nothing of what has happened in it.
      </p>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        maxLength={200}
        error={refused?.field('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Id"
        description="In addresses; it does not change any more"
        value={id}
        maxLength={64}
        error={refused?.field('id')}
        onChange={(event) => setTypedId(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        step={1}
        label="Start"
        description="All its other times move with it"
        value={start}
        error={refused?.field('startsAt')}
        onChange={(event) => setStart(event.currentTarget.value)}
      />
      <Checkbox
        label="With its teams"
        checked={teams}
        onChange={(event) => setTeams(event.currentTarget.checked)}
      />
      {cloning.isError && !isShown ? <ErrorNotice error={cloning.error} title="It was not copied" /> : null}
      <div className={styles.answer}>
        <Button variant="default" onClick={onClose}>
          Go back
        </Button>
        <Button
          type="submit"
          loading={cloning.isPending}
          disabled={id === '' || name.trim() === '' || startsAt === null}
        >
          Copy the contest
        </Button>
      </div>
    </form>
  );
}
