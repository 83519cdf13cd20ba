import { TextInput } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { laterTimes, otherText, type ReadTimes, type TimeField, type TimeTexts } from './planned-times.ts';
import styles from './contest-settings.module.css';

export const timeFields: readonly TimeField[] = ['startsAt', ...laterTimes];

const labels: Readonly<Record<TimeField, readonly [string, string]>> = {
  startsAt: ['Start', 'Problems are shown'],
  endsAt: ['End', 'Submissions are no longer accepted'],
  freezesAt: ['Freeze', 'Results of others are hidden; empty: none'],
  thawsAt: ['Thaw', 'They are shown again; empty: by hand'],
  activatesAt: ['Activation', 'Only organisers see it before; empty: none'],
  deactivatesAt: ['Deactivation', 'Only organisers see it from then on; empty: none'],
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
      {timeFields.map((field) => {
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
