import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { AwardSheet } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { Name } from '../../components/name.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { awardIdOf } from './award-id.ts';
import { putAward, resetAward } from './award-changes.ts';
import styles from './awards.module.css';

type JuryAward = AwardSheet['awards'][number];

/** Another citation, other teams, or a new award of the jury's own. */
export function AwardEditor(props: {
  contest: string;
  teams: AwardSheet['teams'];
  /** Null: a new one. */
  award: JuryAward | null;
  opened: boolean;
  onClose: () => void;
}): ReactNode {
  const { contest, teams, award, opened, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={award === null ? 'Add an award' : award.citation}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened ? <Form contest={contest} teams={teams} award={award} onClose={onClose} /> : null}
    </Modal>
  );
}

function Form(props: {
  contest: string;
  teams: AwardSheet['teams'];
  award: JuryAward | null;
  onClose: () => void;
}): ReactNode {
  const { contest, teams, award, onClose } = props;
  const client = useQueryClient();
  const [citation, setCitation] = useState(award?.citation ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(award?.teamIds ?? []);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const done = {
    onSuccess: (sheet: AwardSheet) => {
      client.setQueryData(keys.awardSheet(contest), sheet);
      onClose();
    },
  };
  const save = useMutation({
    mutationFn: () =>
      putAward(contest, award?.id ?? awardIdOf(citation), { citation, team_ids: [...chosen] }),
    ...done,
  });
  const reset = useMutation({ mutationFn: () => resetAward(contest, award?.id ?? ''), ...done });
  const error = save.error ?? reset.error;
  return (
    <form
      className={styles.medals}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label="Citation"
        data-autofocus
        maxLength={200}
        value={citation}
        onChange={(event) => setCitation(event.currentTarget.value)}
      />
      {chosen.length === 0 ? (
        <p className={styles.quiet}>No team has this award.</p>
      ) : (
        <ul className={styles.chosen}>
          {chosen.map((team) => (
            <li key={team}>
              <Name of={names.get(team) ?? team} />
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take out ${names.get(team) ?? team}`}
                onClick={() => setChosen(chosen.filter((other) => other !== team))}
              >
                Take out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        label="Add a team"
        value=""
        data={[
          { value: '', label: 'Choose a team' },
          ...teams
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name, hidden }) => ({ value: id, label: hidden ? `${name} (hidden)` : name })),
        ]}
        onChange={(event) => {
          const team = event.currentTarget.value;
          if (team !== '') setChosen([...chosen, team]);
        }}
      />
      {award?.computed == null ? null : (
        <p className={styles.quiet}>
          What you change here stays when results change. Computed:{' '}
          {award.computed.teamIds.map((team) => names.get(team) ?? team).join(', ') || 'nobody'}.
        </p>
      )}
      {error === null ? null : <ErrorNotice error={error} title="The award is not saved" />}
      <div className={styles.answer}>
        {award?.edited === true ? (
          <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
            {award.computed === null ? 'Remove the award' : 'As computed'}
          </Button>
        ) : null}
        <Button type="submit" loading={save.isPending} disabled={citation.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}
