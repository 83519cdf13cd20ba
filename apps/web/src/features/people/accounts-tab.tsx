/** Accounts: who may log in as what, where they are, and new passwords. */
import { accountRoles, type Account, type MakePasswordsAnswer } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Ago } from '../../components/instant.tsx';
import { Name } from '../../components/name.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { useSession } from '../session/session.ts';
import { AccountPanel } from './account-panel.tsx';
import { Filters } from './filters.tsx';
import { MakePasswords } from './make-passwords.tsx';
import { PasswordSheets } from './password-sheets.tsx';
import { accountsQuery } from './people-queries.ts';
import { matches, type PeopleSearch } from './people-search.ts';
import styles from './people-page.module.css';
import { roleNames } from './role-names.ts';
import { EditLink, type RowColumn, RowTable } from './row-table.tsx';

const columns: RowColumn<Account>[] = [
  { title: 'Username', cell: ({ id, username }) => <EditLink id={id}>{username}</EditLink> },
  { title: 'Name', cell: ({ displayName }) => <Name of={displayName} /> },
  { title: 'Role', cell: ({ role }) => roleNames[role] },
  { title: 'Team', cell: ({ teamName }) => teamName ?? <span className={styles.quiet}>–</span> },
  { title: 'Login', cell: (account) => loginOf(account) },
  {
    title: 'Last login',
    cell: ({ lastLoginAt, lastLoginFrom }) =>
      lastLoginAt === null ? (
        <span className={styles.quiet}>never</span>
      ) : (
        <>
          <Ago at={lastLoginAt} /> <span className={styles.quiet}>from {lastLoginFrom}</span>
        </>
      ),
  },
  { title: 'Sessions', cell: ({ sessions }) => sessions },
];

function loginOf({ enabled, hasPassword, addresses, boundAddress }: Account): ReactNode {
  if (!enabled) return <span className={styles.warn}>disabled</span>;
  return (
    <>
      {hasPassword || addresses.length > 0 ? 'enabled' : <span className={styles.warn}>no password yet</span>}
      {addresses.length === 0 ? null : (
        <small className={styles.quiet}> without a password from {addresses.join(', ')}</small>
      )}
      {boundAddress === null ? null : <small className={styles.quiet}> bound to {boundAddress}</small>}
    </>
  );
}

export function AccountsTab({ search }: { search: PeopleSearch }): ReactNode {
  const query = useQuery(accountsQuery);
  const [made, setMade] = useState<MakePasswordsAnswer['passwords'] | null>(null);
  const session = useSession();
  const navigate = useNavigate({ from: '/people' });
  if (made !== null) return <PasswordSheets passwords={made} onClose={() => setMade(null)} />;
  return (
    <QueryView query={query}>
      {(accounts) => {
        const rows = accounts.filter(
          (account) =>
            (search.role === undefined || account.role === search.role) &&
            matches(search.search, [account.username, account.displayName, account.teamName]),
        );
        const edited = accounts.find(({ id }) => id === search.edit);
        return (
          <>
            {edited === undefined ? null : (
              <AccountPanel
                key={edited.id}
                account={edited}
                onMade={setMade}
                onClose={() => void navigate({ search: (now) => ({ ...now, edit: undefined }) })}
              />
            )}
            <Section
              title={
                rows.length === accounts.length
                  ? plural(accounts.length, 'account')
                  : `${rows.length} of ${plural(accounts.length, 'account')}`
              }
              // One's own would end the session that shows them.
              actions={
                <MakePasswords accounts={rows.filter(({ id }) => id !== session?.user.id)} onMade={setMade} />
              }
            >
              <Filters
                search={search}
                filters={[
                  {
                    name: 'role',
                    label: 'Role',
                    choices: accountRoles.map((role) => ({ value: role, label: roleNames[role] })),
                  },
                ]}
              />
              <RowTable
                label="List of accounts"
                noun="account"
                rows={rows}
                columns={columns}
                empty="No account is found"
              />
            </Section>
          </>
        );
      }}
    </QueryView>
  );
}
