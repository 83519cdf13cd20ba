import { Button, ColorInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { certificatePlaceholders, type CertificateTemplate } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { setCertificateTemplate } from './award-changes.ts';
import styles from './awards.module.css';

const places = [0, 1, 2] as const;
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** What is printed on each certificate. */
export function CertificateTemplateForm(props: {
  contest: string;
  template: CertificateTemplate;
}): ReactNode {
  const { contest, template } = props;
  const client = useQueryClient();
  const [values, setValues] = useState(template);
  const [lines, setLines] = useState(template.lines.join('\n'));
  const [signed, setSigned] = useState(
    places.map((at) => template.signatures[at] ?? { name: '', role: null }),
  );
  const set = (change: Partial<CertificateTemplate>): void => setValues({ ...values, ...change });
  const sign = (at: number, change: { name?: string; role?: string | null }): void =>
    setSigned(signed.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const save = useMutation({
    mutationFn: () =>
      setCertificateTemplate(contest, {
        ...values,
        lines: linesOf(lines),
        signatures: signed.filter(({ name }) => name.trim() !== ''),
      }),
    onSuccess: (made) => client.setQueryData(keys.certificateTemplate(contest), made),
  });
  return (
    <form
      className={styles.medals}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label="Title"
        maxLength={300}
        value={values.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Lines"
        description={`May have ${certificatePlaceholders.map((name) => `{${name}}`).join(' ')}. A line is left out where one of them has no value.`}
        autosize
        minRows={4}
        maxLength={3010}
        value={lines}
        onChange={(event) => setLines(event.currentTarget.value)}
      />
      <TextInput
        label="Date"
        description="Empty: the day on which the contest starts"
        maxLength={100}
        value={values.date ?? ''}
        onChange={(event) =>
          set({ date: event.currentTarget.value === '' ? null : event.currentTarget.value })
        }
      />
      <NativeSelect
        label="Paper"
        value={values.paper}
        data={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
        onChange={(event) => set({ paper: event.currentTarget.value === 'letter' ? 'letter' : 'a4' })}
      />
      <NativeSelect
        label="Orientation"
        value={values.orientation}
        data={[
          { value: 'landscape', label: 'Landscape' },
          { value: 'portrait', label: 'Portrait' },
        ]}
        onChange={(event) =>
          set({ orientation: event.currentTarget.value === 'portrait' ? 'portrait' : 'landscape' })
        }
      />
      <ColorInput
        label="Colour of frame and title"
        value={values.accent}
        onChange={(accent) => set({ accent: accent.toLowerCase() })}
      />
      {places.map((at) => (
        <fieldset key={at} className={styles.signature}>
          <legend>Signature {at + 1}</legend>
          <TextInput
            aria-label={`Name of signature ${at + 1}`}
            placeholder="Name; empty: none"
            maxLength={100}
            value={signed[at]?.name ?? ''}
            onChange={(event) => sign(at, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Role of signature ${at + 1}`}
            placeholder="Role"
            maxLength={100}
            value={signed[at]?.role ?? ''}
            onChange={(event) =>
              sign(at, { role: event.currentTarget.value === '' ? null : event.currentTarget.value })
            }
          />
        </fieldset>
      ))}
      {save.isError ? <ErrorNotice error={save.error} title="The template is not saved" /> : null}
      <Button type="submit" variant="default" loading={save.isPending}>
        Save the template
      </Button>
    </form>
  );
}
