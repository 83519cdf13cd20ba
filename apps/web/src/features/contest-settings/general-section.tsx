import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { SaveLine } from './save-line.tsx';
import { useContestSaving } from './use-contest-saving.ts';
import { useEdits } from './use-edits.ts';
import styles from './contest-settings.module.css';

interface Values {
  name: string;
  shortName: string;
  /** A text while it is typed. */
  penaltyMinutes: number | string;
  chargeCompileErrors: boolean;
}

/** What it is called, and how its penalties are counted. */
export function GeneralSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const { name, shortName, penaltyMinutes, chargeCompileErrors } = state;
  const edits = useEdits<Values>({ name, shortName, penaltyMinutes, chargeCompileErrors });
  const { values, set, changed } = edits;
  const saving = useContestSaving(state.id, edits.forget);
  return (
    <Section title="Name and penalty">
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const { penaltyMinutes: penalty, ...others } = changed;
          saving.save({ ...others, ...(penalty === undefined ? {} : { penaltyMinutes: Number(penalty) }) });
        }}
      >
        <TextInput
          label="Name"
          value={values.name}
          maxLength={200}
          error={saving.errorOf('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Short name"
          description="Where there is little room"
          value={values.shortName}
          maxLength={64}
          error={saving.errorOf('shortName')}
          onChange={(event) => set({ shortName: event.currentTarget.value })}
        />
        <NumberInput
          label="Penalty of a rejected try, minutes"
          value={values.penaltyMinutes}
          min={0}
          max={10_000}
          allowDecimal={false}
          error={saving.errorOf('penaltyMinutes')}
          onChange={(value) => set({ penaltyMinutes: value })}
        />
        <Checkbox
          label="A compile error counts as a rejected try"
          checked={values.chargeCompileErrors}
          onChange={(event) => set({ chargeCompileErrors: event.currentTarget.checked })}
        />
        <SaveLine
          contest={state.id}
          saving={saving}
          button="Save"
          disabled={!edits.isChanged || values.penaltyMinutes === ''}
          fields={['name', 'shortName', 'penaltyMinutes']}
          onReset={edits.forget}
        />
      </form>
    </Section>
  );
}
