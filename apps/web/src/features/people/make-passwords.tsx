import { Button, Checkbox } from '@mantine/core';
import { type Account, type MakePasswordsAnswer, makePasswordsAnswerSchema } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/client.ts';
import { ErrorLine } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { accountsQuery } from './people-queries.ts';
import styles from './people-page.module.css';

/** New passwords for these accounts, after a question: the old ones are of no use any more. */
export function MakePasswords(props: {
  accounts: readonly Account[];
  onMade: (passwords: MakePasswordsAnswer['passwords']) => void;
}): ReactNode {
  const { accounts, onMade } = props;
  const [asked, setAsked] = useState(false);
  const [mustChange, setMustChange] = useState(false);
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () =>
      request(makePasswordsAnswerSchema, '/api/admin/accounts/passwords', {
        method: 'POST',
        json: { accounts: accounts.map(({ id }) => id), mustChange },
      }),
    onSuccess: ({ passwords }) => {
      onMade(passwords);
      return client.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
  });
  if (accounts.length === 0) return null;
  if (!asked)
    return (
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {accounts.length === 1
          ? `New password for ${accounts[0]?.username}`
          : `New passwords for ${plural(accounts.length, 'account')}`}
      </Button>
    );
  const open = accounts.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <span className={styles.question}>
      The old passwords end{open === 0 ? '' : `, and ${plural(open, 'session')} with them`}.{' '}
      <Checkbox
        size="xs"
        label="Must be changed at the next login"
        checked={mustChange}
        onChange={(event) => setMustChange(event.currentTarget.checked)}
      />{' '}
      <Button size="compact-sm" loading={making.isPending} onClick={() => making.mutate()}>
        Make them
      </Button>{' '}
      <Button size="compact-sm" variant="default" onClick={() => setAsked(false)}>
        Cancel
      </Button>
      <ErrorLine error={making.error} />
    </span>
  );
}
