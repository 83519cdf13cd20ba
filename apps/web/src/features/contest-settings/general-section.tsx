import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { judgehostsQuery } from '../judgehosts/judgehost-list.ts';
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
  image: string | null;
  public: boolean;
}

/** What it is called, how its penalties are counted, whose compilers it has, and who may know of it. */
export function GeneralSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const { name, shortName, penaltyMinutes, chargeCompileErrors, image, public: isPublic } = state;
  const edits = useEdits<Values>({
    name,
    shortName,
    penaltyMinutes,
    chargeCompileErrors,
    image,
    public: isPublic,
  });
  const { values, set, changed } = edits;
  const saving = useContestSaving(state.id, edits.forget);
  return (
    <Section title="General">
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
        <ImageChoice value={values.image} onChange={(chosen) => set({ image: chosen })} />
        <Checkbox
          label="Public"
          description="Else only its teams and organisers learn that there is this contest."
          checked={values.public}
          onChange={(event) => set({ public: event.currentTarget.checked })}
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

/** Of the images that judgehosts have; one that none of them has stays, where the contest names it. */
export function ImageChoice(props: {
  value: string | null;
  onChange: (image: string | null) => void;
}): ReactNode {
  const { value, onChange } = props;
  const { data } = useQuery(judgehostsQuery);
  const known =
    data?.judgehosts.flatMap(({ compilers }) => compilers.flatMap(({ image }) => image ?? [])) ?? [];
  const names = [...new Set([...known, ...(value === null ? [] : [value])])].toSorted();
  return (
    <NativeSelect
      label="Compilers"
      description="A chroot image, or what the judgehosts themselves have installed"
      value={value ?? ''}
      data={[
        { value: '', label: 'The judgehosts’ own' },
        ...names.map((name) => ({
          value: name,
          label: known.includes(name) ? name : `${name} (no judgehost has it)`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}
