import { Button, MultiSelect } from '@mantine/core';
import { type HostRestrictions, languageSchema } from '@sandglass/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { adminProblemsQuery } from '../../api/problems-query.ts';
import { useContests } from '../contests/use-contests.ts';
import styles from './host-controls.module.css';

const kinds = ['contests', 'problems', 'languages'] as const;
type Kind = (typeof kinds)[number];

const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: async ({ signal }) =>
    (await request(z.object({ languages: z.array(languageSchema) }), '/api/languages', { signal })).languages,
});

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a host may judge, chosen from what there is; nothing chosen: all. */
export function RestrictForm(props: {
  restrictions: HostRestrictions;
  saving: boolean;
  onSave: (restrictions: HostRestrictions) => void;
}): ReactNode {
  const { restrictions, saving, onSave } = props;
  const [chosen, setChosen] = useState<Record<Kind, string[]>>(() => ({
    contests: restrictions.contests ?? [],
    problems: restrictions.problems ?? [],
    languages: restrictions.languages ?? [],
  }));
  const choices: Record<Kind, readonly Choice[]> = {
    contests: useContests().map(({ id, name }) => ({ value: id, label: name })),
    problems: (useQuery(adminProblemsQuery).data ?? []).map(({ id, name }) => ({
      value: id,
      label: `${name} (${id})`,
    })),
    languages: (useQuery(languagesQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  };
  const listOf = (kind: Kind): string[] | null => (chosen[kind].length === 0 ? null : chosen[kind]);
  return (
    <form
      className={styles.restrict}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({
          contests: listOf('contests'),
          problems: listOf('problems'),
          languages: listOf('languages'),
        });
      }}
    >
      {kinds.map((kind) => (
        <MultiSelect
          key={kind}
          size="xs"
          label={`Only these ${kind}`}
          placeholder={chosen[kind].length === 0 ? `all ${kind}` : ''}
          data={withUnknown(choices[kind], chosen[kind])}
          value={chosen[kind]}
          onChange={(value) => setChosen({ ...chosen, [kind]: value })}
          nothingFoundMessage="Nothing found"
          searchable
          clearable
        />
      ))}
      <Button type="submit" size="compact-sm" loading={saving}>
        Save
      </Button>
    </form>
  );
}

/** What is chosen and is not there any more, or is still on its way, can be taken away all the same. */
function withUnknown(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  return [
    ...choices,
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value })),
  ];
}
