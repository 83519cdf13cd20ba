import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../../components/notice.tsx';
import { acknowledge, alarmKeys } from './alarm-queries.ts';
import styles from './incident-card.module.css';

/** Somebody says what is being done about these alarms, and that it is they who do it. */
export function Acknowledge({ ids, onEnd }: { ids: readonly string[]; onEnd: () => void }): ReactNode {
  const client = useQueryClient();
  // What is raised while somebody types has been read by nobody.
  const [read] = useState(ids);
  const [note, setNote] = useState('');
  const mutation = useMutation({
    mutationFn: () => Promise.all(read.map((id) => acknowledge(id, note))),
    onSettled: () => client.invalidateQueries({ queryKey: alarmKeys.all() }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // When the card is drawn as acknowledged: its button has gone by then.
        mutation.mutate(undefined, { onSuccess: onEnd });
      }}
    >
      <TextInput
        className={styles.field}
        size="xs"
        aria-label="What is being done"
        placeholder="What is being done? (optional)"
        value={note}
        maxLength={500}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed has gone
        autoFocus
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
        }}
      />
      <Button type="submit" size="compact-sm" loading={mutation.isPending}>
        Acknowledge
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onEnd}>
        Cancel
      </Button>
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </form>
  );
}
