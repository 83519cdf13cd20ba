import { Button } from '@mantine/core';
import { type Account, accountRoles, type MakePasswordsAnswer } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requestNothing } from '../../api/client.ts';
import { Ago } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { MakePasswords } from './make-passwords.tsx';
import { peopleQuery, sessionsQuery } from './people-queries.ts';
import styles from './people-page.module.css';
import { type FormField, RecordForm } from './record-form.tsx';
import { roleNames } from './role-names.ts';

/** One account: what it may, and where it is logged in. */
export function AccountPanel(props: {
  account: Account;
  onMade: (passwords: MakePasswordsAnswer['passwords']) => void;
  onClose: () => void;
}): ReactNode {
  const { account, onMade, onClose } = props;
  const client = useQueryClient();
  const { data: people } = useQuery(peopleQuery);
  const path = `/api/admin/accounts/${account.id}`;
  const saving = useMutation({
    mutationFn: (json: unknown) => requestNothing(path, { method: 'PATCH', json }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: peopleQuery.queryKey });
      onClose();
    },
  });
  const fields: FormField[] = [
    { name: 'displayName', label: 'Name', kind: 'text' },
    {
      name: 'role',
      label: 'Role',
      kind: 'choice',
      choices: accountRoles.map((role) => ({ value: role, label: roleNames[role] })),
    },
    {
      name: 'teamId',
      label: 'Team',
      kind: 'choice',
      choices: [
        { value: '', label: 'none' },
        ...(people?.teams ?? []).map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
      ],
    },
    { name: 'enabled', label: 'Enabled', kind: 'flag', hint: 'otherwise nobody can log in with it' },
  ];
  return (
    <Section
      title={`Account ${account.username}`}
      actions={<MakePasswords accounts={[account]} onMade={onMade} />}
    >
      <RecordForm
        noun="account"
        id={account.username}
        values={{ ...account }}
        fields={fields}
        saving={saving.isPending}
        error={saving.error}
        onSave={(_id, changed) => saving.mutate(changed)}
        onClose={onClose}
      />
      <Sessions account={account} />
    </Section>
  );
}

function Sessions({ account }: { account: Account }): ReactNode {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery(account.id));
  const ending = useMutation({
    mutationFn: (session: string | null) =>
      requestNothing(`/api/admin/accounts/${account.id}/sessions${session === null ? '' : `/${session}`}`, {
        method: 'DELETE',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  return (
    <QueryView query={query}>
      {(sessions) => (
        <div className={styles.sessions}>
          <h3>Logged in {sessions.length === 0 ? 'nowhere' : ''}</h3>
          <ul>
            {sessions.map((session) => (
              <li key={session.id}>
                <span>
                  from {session.address} since <Ago at={session.createdAt} />
                  {session.own ? ' (this browser)' : ''}{' '}
                  <small className={styles.quiet}>{session.userAgent}</small>
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`End session from ${session.address}`}
                  loading={ending.isPending && ending.variables === session.id}
                  onClick={() => ending.mutate(session.id)}
                >
                  End session
                </Button>
              </li>
            ))}
          </ul>
          {sessions.length < 2 ? null : (
            <Button size="compact-sm" variant="default" onClick={() => ending.mutate(null)}>
              End all of them
            </Button>
          )}
          {ending.isError ? <ErrorNotice error={ending.error} /> : null}
        </div>
      )}
    </QueryView>
  );
}
