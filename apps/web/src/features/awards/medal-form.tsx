import { Button, NumberInput } from '@mantine/core';
import type { AwardSheet } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { setAwardRules } from './award-changes.ts';
import styles from './awards.module.css';

const fields = [
  ['gold', 'Gold medals'],
  ['silver', 'Silver medals'],
  ['bronze', 'Bronze medals'],
  ['ranks', 'Ranks with an award'],
] as const;
type Field = (typeof fields)[number][0];

/** How many medals there are; B is given with the final results. */
export function MedalForm({ contest, sheet }: { contest: string; sheet: AwardSheet }): ReactNode {
  const client = useQueryClient();
  const { rules, final } = sheet;
  const [values, setValues] = useState<Record<Field, number | string>>(rules);
  const save = useMutation({
    mutationFn: () =>
      setAwardRules(contest, {
        gold: Number(values.gold),
        silver: Number(values.silver),
        bronze: Number(values.bronze),
        ranks: Number(values.ranks),
      }),
    onSuccess: (made) => client.setQueryData(keys.awardSheet(contest), made),
  });
  return (
    <form
      className={styles.medals}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {fields.map(([field, label]) => (
        <NumberInput
          key={field}
          label={label}
          min={0}
          max={1000}
          allowDecimal={false}
          disabled={final}
          value={values[field]}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      <p className={styles.quiet}>
        {rules.b === 0
          ? 'More bronze medals (B) are given with the final results.'
          : `B: ${rules.b} more bronze, given with the final results.`}
      </p>
      {save.isError ? <ErrorNotice error={save.error} title="The medals are not saved" /> : null}
      {final ? null : (
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={fields.some(([field]) => values[field] === '')}
        >
          Save the medals
        </Button>
      )}
    </form>
  );
}
