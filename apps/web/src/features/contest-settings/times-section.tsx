import type { ContestControl } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Section } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { changedTimes, readTimes, textsOf, type Notation, type TimeTexts } from './planned-times.ts';
import { SaveLine } from './save-line.tsx';
import { TimeFields, timeFields } from './time-fields.tsx';
import { useContestSaving } from './use-contest-saving.ts';
import { useEdits } from './use-edits.ts';
import styles from './contest-settings.module.css';

/** When it starts, freezes, ends and thaws: as instants, or as distances from the start and the end. */
export function TimesSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const [notation, setNotation] = useState<Notation>('relative');
  const edits = useEdits<TimeTexts>(textsOf(state, notation));
  const read = readTimes(edits.values, state.removedIntervals);
  const saving = useContestSaving(state.id, edits.forget);
  const change = changedTimes(read, state);
  const isReadable = timeFields.every((field) => 'at' in read[field]);
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
          fields={timeFields}
          onReset={edits.forget}
        />
      </form>
    </Section>
  );
}
