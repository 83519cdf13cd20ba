import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import styles from './people-page.module.css';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'several' | 'colour';
  readonly hint?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

type Values = Readonly<Record<string, unknown>>;

/**
 * A form for one row. What is not touched is not sent, so two people who change different fields do not undo each other.
 * @param props `id` null: a new one, which needs an id
 */
export function RecordForm(props: {
  noun: string;
  id: string | null;
  values: Values;
  fields: readonly FormField[];
  saving: boolean;
  error: Error | null;
  onSave: (id: string, changed: Values) => void;
  onClose: () => void;
  onRemove?: (() => void) | undefined;
}): ReactNode {
  const { noun, id, values, fields, saving, error, onSave, onClose, onRemove } = props;
  const [newId, setNewId] = useState('');
  const [changed, setChanged] = useState<Values>({});
  const set = (name: string, value: unknown): void => setChanged((all) => ({ ...all, [name]: value }));
  const wrong = new Map(
    error instanceof ApiError ? error.fields.map(({ path, message }) => [path, message]) : [],
  );
  const faultOf = (name: string): string | undefined => wrong.get(name);

  function save(event: FormEvent): void {
    event.preventDefault();
    onSave(id ?? newId.trim(), changed);
  }

  return (
    <form
      className={styles.form}
      onSubmit={save}
      aria-label={id === null ? `New ${noun}` : `Change ${noun} ${id}`}
    >
      {id === null ? (
        <TextInput
          label="Id"
          description="for files and addresses; it cannot be changed later"
          value={newId}
          required
          error={faultOf('id')}
          onChange={(event) => setNewId(event.currentTarget.value)}
        />
      ) : null}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={field.name in changed ? changed[field.name] : values[field.name]}
          fault={faultOf(field.name)}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {error === null ? null : (
        <div className={styles.whole}>
          <ErrorNotice error={error} />
        </div>
      )}
      <div className={`${styles.buttons} ${styles.whole}`}>
        <Button type="submit" loading={saving}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {onRemove === undefined ? null : (
          <Button variant="subtle" color="red" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

function Field(props: {
  field: FormField;
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { field, value, fault, onChange } = props;
  const common = { label: field.label, description: field.hint, error: fault };
  switch (field.kind) {
    case 'flag':
      return (
        <Check label={field.label} hint={fault ?? field.hint} checked={value === true} onChange={onChange} />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={typeof value === 'string' ? value : ''}
          data={[...(field.choices ?? [])]}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'several':
      return (
        <Several field={field} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          inputMode="numeric"
          value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange(/^-?\d+$/.test(text) ? Number(text) : text);
          }}
        />
      );
    case 'colour':
    case 'text':
      return (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          placeholder={field.kind === 'colour' ? '#d1495b' : undefined}
          onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      );
  }
}

/** Some of a few, in the order in which they were chosen. */
function Several(props: {
  field: FormField;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}): ReactNode {
  const { field, value, onChange } = props;
  return (
    <fieldset className={`${styles.several} ${styles.whole}`}>
      <legend>{field.label}</legend>
      {field.hint === undefined ? null : <p className={styles.hint}>{field.hint}</p>}
      <div className={styles.checks}>
        {(field.choices ?? []).map((choice) => (
          <Check
            key={choice.value}
            label={choice.label}
            checked={value.includes(choice.value)}
            onChange={(chosen) =>
              onChange(chosen ? [...value, choice.value] : value.filter((one) => one !== choice.value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Check(props: {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  const { label, hint, checked, onChange } = props;
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint === undefined ? null : <small className={styles.quiet}>{hint}</small>}
      </span>
    </label>
  );
}
