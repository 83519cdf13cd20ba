import type { BoundAccount } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Ago } from '../../components/instant.tsx';
import { Name } from '../../components/name.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { boundAccountsQuery } from './people-queries.ts';
import { ReleaseButton } from './release-button.tsx';
import { type RowColumn, RowTable } from './row-table.tsx';

const columns: RowColumn<BoundAccount>[] = [
  { title: 'Account', cell: ({ username }) => username },
  { title: 'Team', cell: ({ teamName, displayName }) => <Name of={teamName ?? displayName} /> },
  { title: 'Address', cell: ({ boundAddress }) => boundAddress },
  { title: 'Since', cell: ({ boundAt }) => <Ago at={boundAt} /> },
  { title: 'Release', cell: ({ username }) => <ReleaseButton username={username} /> },
];

/** For the jury in the contest room: a team whose computer was replaced logs in from the new one after its release. */
export function BoundAccountsPage(): ReactNode {
  const query = useQuery({ ...boundAccountsQuery, refetchInterval: 10_000 });
  return (
    <Page title="Bound accounts" width="wide">
      <QueryView query={query}>
        {(accounts) => (
          <Section
            title={plural(accounts.length, 'account is bound', 'accounts are bound')}
            actions={accounts.length < 2 ? null : <ReleaseButton username={null} />}
          >
            <p>
              The first login of a team binds its account to that computer, where its group asks for it.
              Logins from elsewhere are refused until the account is released; the next login binds it again.
            </p>
            <RowTable
              label="List of bound accounts"
              noun="account"
              rows={accounts}
              columns={columns}
              empty="No account is bound"
            />
          </Section>
        )}
      </QueryView>
    </Page>
  );
}
