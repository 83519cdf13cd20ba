import { Button, Modal, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Consequences } from '../contest-control/consequences.tsx';
import type { ContestSaving } from './use-contest-saving.ts';
import styles from './contest-settings.module.css';

/** The end of a form: what went wrong besides its fields, its button, and the question before a grave change. */
export function SaveLine<Change>(props: {
  contest: string;
  saving: ContestSaving<Change>;
  button: string;
  /** Nothing has been changed, or something cannot be read. */
  disabled: boolean;
  /** Fields that show their own errors. */
  fields: readonly string[];
  /** What was typed is forgotten; omitted: there is no such button. */
  onReset?: () => void;
  /** More that is shown with the question. */
  children?: ReactNode;
}): ReactNode {
  const { contest, saving, button, disabled, fields, onReset } = props;
  return (
    <>
      {saving.asked === null ? <OtherErrors error={saving.error} fields={fields} /> : null}
      <div className={styles.save}>
        <Button type="submit" disabled={disabled} loading={saving.isPending && saving.asked === null}>
          {button}
        </Button>
        {onReset === undefined || disabled ? null : (
          <Button variant="default" onClick={onReset}>
            Undo what I typed
          </Button>
        )}
        {saving.isSaved && disabled ? (
          <span role="status" className={styles.saved}>
            Saved.
          </span>
        ) : null}
      </div>
      <Modal
        opened={saving.asked !== null}
        onClose={saving.goBack}
        size="lg"
        title="Save this change?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Question contest={contest} saving={saving} button={button} more={props.children} />
      </Modal>
    </>
  );
}

function Question<Change>(props: {
  contest: string;
  saving: ContestSaving<Change>;
  button: string;
  more: ReactNode;
}): ReactNode {
  const { contest, saving, button } = props;
  const [reason, setReason] = useState('');
  if (saving.asked === null) return null;
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        saving.agree(reason);
      }}
    >
      <Consequences contest={contest} answer={saving.asked.answer} />
      {props.more}
      <TextInput
        label="Reason"
        description="Optional. It is kept in the history of the contest."
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {saving.error === null ? null : <ErrorNotice error={saving.error} title="It was not saved" />}
      <div className={styles.answer}>
        <Button variant="default" data-autofocus onClick={saving.goBack}>
          Go back
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {button}
        </Button>
      </div>
    </form>
  );
}

/** Those that no field of the form shows. */
function OtherErrors({ error, fields }: { error: unknown; fields: readonly string[] }): ReactNode {
  if (error === null) return null;
  if (!(error instanceof ApiError) || error.fields.length === 0)
    return <ErrorNotice error={error} title="It was not saved" />;
  const others = error.fields.filter(({ path }) => !fields.includes(path.split(/[.[]/, 1)[0] ?? ''));
  return (
    <Notice kind="error" title="It was not saved">
      {others.length === 0 ? 'See the fields that are marked.' : messageOf(error)}
      {others.length === 0 ? null : (
        <ul className={styles.errors}>
          {others.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
