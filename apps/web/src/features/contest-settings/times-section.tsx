import { TextInput } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Section } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import {
  changedTimes,
  laterTimes,
  otherText,
  readTimes,
  textsOf,
  type Notation,
  type ReadTimes,
  type TimeField,
  type TimeTexts,
} from './planned-times.ts';
import { SaveLine } from './save-line.tsx';
import { useContestSaving } from './use-contest-saving.ts';
import { useEdits } from './use-edits.ts';
import styles from './contest-settings.module.css';

const fields: readonly TimeField[] = ['startsAt', ...laterTimes];

/** When it starts, freezes, ends and thaws: as instants, or as distances from the start and the end. */
export function TimesSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const [notation, setNotation] = useState<Notation>('relative');
  const edits = useEdits<TimeTexts>(textsOf(state, notation));
  const read = readTimes(edits.values, state.removedIntervals);
  const saving = useContestSaving(state.id, edits.forget);
  const change = changedTimes(read, state);
  const isReadable = fields.every((field) => 'at' in read[field]);
  return (
    <Section
      title="Times"
      actions={
        <Segments
          size="xs"
          aria-label="How times are written"
          value={notation}
          onChange={setNotation}
          data={[
            { value: 'relative', label: 'From the start' },
            { value: 'absolute', label: 'Date and time' },
          ]}
        />
      }
    >
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          saving.save(change);
        }}
      >
        <TimeFields
          values={edits.values}
          set={edits.set}
          read={read}
          removed={state.removedIntervals}
          errorOf={(field) => saving.errorOf(field)}
        />
        <p className={styles.quiet}>
          Each may be a date and time (in your time zone) or a distance: “+4:00:00” after the start, “-1:00”
          before it, “end-1:00”, “end+0:30”. Distances are in contest time and move with the start.
        </p>
        <SaveLine
          contest={state.id}
          saving={saving}
          button="Save the times"
          disabled={!isReadable || Object.keys(change).length === 0}
          fields={fields}
          onReset={edits.forget}
        />
      </form>
    </Section>
  );
}

const labels: Readonly<Record<TimeField, readonly [string, string]>> = {
  startsAt: ['Start', 'Problems are shown'],
  endsAt: ['End', 'Submissions are no longer accepted'],
  freezesAt: ['Freeze', 'From then on, results of others are hidden; empty: no freeze'],
  thawsAt: ['Thaw', 'They are shown again; empty: by hand'],
  activatesAt: ['Activation', 'Only organisers see the contest before; empty: it is seen at once'],
  deactivatesAt: ['Deactivation', 'Only organisers see it from then on; empty: it stays'],
};

/** The fields of a form with times, each with its other notation. */
export function TimeFields(props: {
  values: TimeTexts;
  set: (texts: Partial<TimeTexts>) => void;
  read: ReadTimes;
  removed: ContestControl['state']['removedIntervals'];
  errorOf: (field: TimeField) => string | null;
}): ReactNode {
  const { values, set, read, removed, errorOf } = props;
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const [label, description] = labels[field];
        const value = read[field];
        return (
          <div key={field}>
            <TextInput
              label={label}
              description={description}
              value={values[field]}
              maxLength={64}
              spellCheck={false}
              error={'wrong' in value ? value.wrong : errorOf(field)}
              onChange={(event) => set({ [field]: event.currentTarget.value })}
            />
            <span className={styles.other}>{otherText(field, values[field], read, removed)}</span>
          </div>
        );
      })}
    </div>
  );
}
