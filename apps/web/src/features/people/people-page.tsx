import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { ImportTab } from './import-tab.tsx';
import { peopleQuery, registrationsQuery } from './people-queries.ts';
import { tabNames, tabs } from './people-search.ts';
import styles from './people-page.module.css';
import { RegistrationsTab } from './registrations-tab.tsx';
import { GroupsTab, OrganisationsTab, TeamsTab } from './register-tabs.tsx';

/** Who takes part, for whom, in which group, and how they log in. */
export function PeoplePage(): ReactNode {
  const search = useSearch({ from: '/member/people' });
  const query = useQuery(peopleQuery);
  const tab = search.tab ?? 'teams';
  return (
    <Page title="People" width="wide">
      <nav className={styles.tabs} aria-label="People">
        {tabs.map((one) => (
          <Link
            key={one}
            to="/people"
            search={{ tab: one === 'teams' ? undefined : one }}
            className={one === tab ? styles.active : styles.tab}
            aria-current={one === tab ? 'page' : undefined}
            activeProps={{}}
          >
            {tabNames[one]}
            {one === 'registrations' ? <Waiting /> : null}
          </Link>
        ))}
      </nav>
      {tab === 'accounts' ? <AccountsTab search={search} /> : null}
      {tab === 'import' ? <ImportTab /> : null}
      {tab === 'registrations' ? <RegistrationsTab search={search} /> : null}
      {tab === 'accounts' || tab === 'import' || tab === 'registrations' ? null : (
        <QueryView query={query}>
          {(people) => {
            const Tab = { teams: TeamsTab, organisations: OrganisationsTab, groups: GroupsTab }[tab];
            return <Tab people={people} search={search} />;
          }}
        </QueryView>
      )}
    </Page>
  );
}

/** How many registrations wait for a decision. */
function Waiting(): ReactNode {
  const { data } = useQuery(registrationsQuery('pending'));
  const count = data?.counts.pending ?? 0;
  return count === 0 ? null : (
    <span className={styles.badge} aria-label={`${count} waiting`}>
      {count}
    </span>
  );
}
