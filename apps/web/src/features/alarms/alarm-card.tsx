import { Button, TextInput } from '@mantine/core';
import type { Alarm } from '@sandglass/contracts';
import { describeAlarmRule } from '@sandglass/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { WarningIcon } from '../../components/icons.tsx';
import { Ago, Instant } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { acknowledge, alarmKeys } from './alarm-queries.ts';
import styles from './alarm-card.module.css';

/** One alarm: what, where, since when, who has taken it on; and taking it on. */
export const AlarmCard = memo(function AlarmCard({
  alarm,
  where = false,
}: {
  alarm: Alarm;
  where?: boolean;
}): ReactNode {
  const { title, rings } = describeAlarmRule(alarm.rule);
  const over = alarm.clearedAt !== null;
  const look = over ? styles.over : alarm.acknowledged === null ? styles[alarm.severity] : styles.taken;
  return (
    <article className={`${styles.card} ${look}`}>
      <WarningIcon size={17} />
      <div className={styles.words}>
        <p className={styles.head}>
          <strong title={`It rings when ${rings}.`}>{title}</strong>
          {where ? <span className={styles.where}>{alarm.judgehost ?? 'all hosts'}</span> : null}
          <span className={styles.when}>
            {over && alarm.clearedAt !== null ? (
              <>
                <Instant at={alarm.raisedAt} /> to <Instant at={alarm.clearedAt} />
              </>
            ) : (
              <>
                since <Instant at={alarm.raisedAt} />
              </>
            )}
          </span>
        </p>
        <p>{alarm.text}</p>
        {alarm.acknowledged === null ? null : (
          <p className={styles.note}>
            {alarm.acknowledged.by} has taken it on <Ago at={alarm.acknowledged.at} />
            {alarm.acknowledged.note === '' ? '.' : `: ${alarm.acknowledged.note}`}
          </p>
        )}
      </div>
      {over || alarm.acknowledged !== null ? null : <TakeOn id={alarm.id} />}
    </article>
  );
});

function TakeOn({ id }: { id: string }): ReactNode {
  const [asking, setAsking] = useState(false);
  if (asking) return <Acknowledge ids={[id]} onEnd={() => setAsking(false)} />;
  return (
    <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
      Take it on
    </Button>
  );
}

/** Somebody says what is being done about these alarms, and that it is they who do it. */
export function Acknowledge({ ids, onEnd }: { ids: readonly string[]; onEnd: () => void }): ReactNode {
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const mutation = useMutation({
    mutationFn: () => Promise.all(ids.map((id) => acknowledge(id, note))),
    onSuccess: onEnd,
    onSettled: () => client.invalidateQueries({ queryKey: alarmKeys.all() }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <TextInput
        size="xs"
        aria-label="What is being done about it"
        placeholder="What is being done about it"
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
        I take {ids.length === 1 ? 'it' : 'them'} on
      </Button>
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </form>
  );
}
