import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { MakePasswordsAnswer, PasswordSheetsRequest } from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { requestBlob } from '../../api/client.ts';
import { ErrorLine } from '../../components/notice.tsx';
import { saveFile } from '../../lib/save-file.ts';

type Made = MakePasswordsAnswer['passwords'][number];

const perPage = [1, 2, 4, 8] as const;

/** The sheets as a PDF, which the server makes of what this page sends and keeps nothing of. */
export function SheetsFile({ passwords }: { passwords: readonly Made[] }): ReactNode {
  const [many, setMany] = useState<(typeof perPage)[number]>(1);
  const [paper, setPaper] = useState<'a4' | 'letter'>('a4');
  const [title, setTitle] = useState('');
  const making = useMutation({
    mutationFn: async () => {
      const json: PasswordSheetsRequest = {
        title: title.trim() === '' ? null : title,
        url: window.location.origin,
        paper,
        perPage: many,
        sheets: passwords.map(sheetOf),
      };
      saveFile(
        'password-sheets.pdf',
        await requestBlob('/api/people/password-sheets', { method: 'POST', json }),
      );
    },
  });
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Title of the sheets"
        placeholder="Title, such as the contest"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label="Sheets on a page"
        value={String(many)}
        data={perPage.map((one) => ({
          value: String(one),
          label: one === 1 ? 'A page each' : `${one} on a page`,
        }))}
        onChange={(event) => setMany(perPage.find((one) => String(one) === event.currentTarget.value) ?? 1)}
      />
      <NativeSelect
        size="xs"
        aria-label="Paper"
        value={paper}
        data={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
        onChange={(event) => setPaper(event.currentTarget.value === 'letter' ? 'letter' : 'a4')}
      />
      <Button loading={making.isPending} onClick={() => making.mutate()}>
        Save as PDF
      </Button>
      <ErrorLine error={making.error} />
    </>
  );
}

function sheetOf({ username, displayName, password, team }: Made): PasswordSheetsRequest['sheets'][number] {
  return {
    name: team?.name ?? displayName,
    affiliation: team?.affiliation ?? null,
    label: team?.label ?? null,
    location: team?.location ?? null,
    username,
    password,
  };
}
