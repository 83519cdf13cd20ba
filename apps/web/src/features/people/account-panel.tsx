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
import { ReleaseButton } from './release-button.tsx';
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
    mutationFn: (changed: Readonly<Record<string, unknown>>) =>
      requestNothing(path, { method: 'PATCH', json: withAddresses(changed) }),
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
    {
      name: 'addresses',
      label: 'Addresses without a password',
      kind: 'text',
      hint: 'from where nobody is asked for it: 10.0.0.5, 10.1.0.0/24, 2001:db8::/64',
    },
    {
      name: 'mustChangePassword',
      label: 'New password at the next login',
      kind: 'flag',
      hint: 'a login with the present one can do nothing else first',
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
        values={{ ...account, addresses: account.addresses.join(', ') }}
        fields={fields}
        saving={saving.isPending}
        error={saving.error}
        onSave={(_id, changed) => saving.mutate(changed)}
        onClose={onClose}
      />
      <Binding account={account} />
      <Sessions account={account} />
    </Section>
  );
}

/** The form has them as one line. */
function withAddresses(changed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!('addresses' in changed)) return changed;
  const text = typeof changed['addresses'] === 'string' ? changed['addresses'] : '';
  return { ...changed, addresses: text.split(',').flatMap((word) => word.trim() || []) };
}

function Binding({ account: { username, boundAddress, boundAt } }: { account: Account }): ReactNode {
  if (boundAddress === null || boundAt === null) return null;
  return (
    <div className={styles.sessions}>
      <h3>
        Bound to {boundAddress} since <Ago at={boundAt} />
      </h3>
      <p className={styles.quiet}>
        Logins from elsewhere are refused. The next login after the release binds again.
      </p>
      <ReleaseButton username={username} />
    </div>
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
