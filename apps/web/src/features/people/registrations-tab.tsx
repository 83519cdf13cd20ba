import { Checkbox } from '@mantine/core';
import type { Registration, RegistrationState } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Ago } from '../../components/instant.tsx';
import { Name } from '../../components/name.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { DecideRegistrations } from './decide-registrations.tsx';
import { Filters } from './filters.tsx';
import { registrationsQuery } from './people-queries.ts';
import { matches, type PeopleSearch } from './people-search.ts';
import { RegistrationPanel } from './registration-panel.tsx';
import { EditLink, type RowColumn, RowTable } from './row-table.tsx';
import styles from './people-page.module.css';

const stateNames: Readonly<Record<RegistrationState, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
};
const empty: Readonly<Record<RegistrationState, string>> = {
  pending: 'No registration waits',
  approved: 'No registration was approved',
  rejected: 'No registration was rejected',
};

/** Teams that have registered themselves, until somebody decides. */
export function RegistrationsTab({ search }: { search: PeopleSearch }): ReactNode {
  const state = search.state ?? 'pending';
  const query = useQuery(registrationsQuery(state));
  return (
    <QueryView query={query}>
      {({ counts, registrations }) => {
        const groups = new Map(registrations.map(({ group, groupName }) => [group, groupName]));
        const shown = registrations.filter(
          (one) =>
            (search.group === undefined || one.group === search.group) &&
            matches(search.search, [one.team, one.organisation, one.username, one.email, ...one.members]),
        );
        const edited = registrations.find(({ id }) => id === search.edit);
        return (
          <Section
            title={plural(counts[state], 'registration')}
            actions={
              <nav className={styles.buttons} aria-label="State of registrations">
                {(['pending', 'approved', 'rejected'] as const).map((one) => (
                  <Link
                    key={one}
                    to="/people"
                    search={{ tab: 'registrations', state: one === 'pending' ? undefined : one }}
                    className={one === state ? styles.active : styles.tab}
                    aria-current={one === state ? 'page' : undefined}
                    activeProps={{}}
                  >
                    {stateNames[one]} ({counts[one]})
                  </Link>
                ))}
              </nav>
            }
          >
            <Filters
              search={search}
              filters={[
                {
                  name: 'group',
                  label: 'Group',
                  choices: [...groups].map(([value, label]) => ({ value, label })),
                },
              ]}
            />
            {edited === undefined ? null : <RegistrationPanel key={edited.id} registration={edited} />}
            {state === 'pending' ? (
              <WaitingList registrations={shown} />
            ) : (
              <RowTable
                label="List of registrations"
                noun="registration"
                rows={shown}
                columns={[...columns, ...decidedColumns]}
                empty={empty[state]}
              />
            )}
          </Section>
        );
      }}
    </QueryView>
  );
}

const columns: RowColumn<Registration>[] = [
  {
    title: 'Team',
    cell: ({ id, team, state }) =>
      state === 'pending' ? (
        <EditLink id={id}>
          <Name of={team} />
        </EditLink>
      ) : (
        <Name of={team} />
      ),
  },
  { title: 'Group', cell: ({ groupName }) => groupName },
  {
    title: 'Organisation',
    cell: ({ organisation, organisationId, country }) =>
      organisation === null ? (
        <span className={styles.quiet}>none</span>
      ) : (
        <>
          <Name of={country === null ? organisation : `${organisation} (${country})`} />
          {organisationId === null ? <strong className={styles.warn}> new</strong> : null}
        </>
      ),
  },
  { title: 'Members', cell: ({ members }) => members.join(', ') },
  { title: 'Username', cell: ({ username }) => username },
  { title: 'From', cell: ({ address }) => address },
  { title: 'When', cell: ({ createdAt }) => <Ago at={createdAt} /> },
];
const decidedColumns: RowColumn<Registration>[] = [
  { title: 'Decided by', cell: ({ decidedBy }) => decidedBy },
  { title: 'Reason', cell: ({ reason }) => reason },
];

function WaitingList({ registrations }: { registrations: readonly Registration[] }): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isAll = registrations.length > 0 && registrations.every(({ id }) => chosen.has(id));
  const picked = registrations.filter(({ id }) => chosen.has(id));
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {registrations.length === 0 ? null : (
        <div className={styles.decide}>
          <Checkbox
            label={`Choose all ${String(registrations.length)}`}
            checked={isAll}
            indeterminate={!isAll && picked.length > 0}
            onChange={(event) =>
              setChosen(new Set(event.currentTarget.checked ? registrations.map(({ id }) => id) : []))
            }
          />
          {picked.length === 0 ? null : (
            <DecideRegistrations registrations={picked} onDecided={() => setChosen(new Set())} />
          )}
        </div>
      )}
      <RowTable
        label="List of registrations"
        noun="registration"
        rows={registrations}
        columns={[choiceColumn(chosen, choose), ...columns]}
        empty={empty.pending}
      />
    </>
  );
}

/** The first column, where rows can be chosen. */
function choiceColumn(
  chosen: ReadonlySet<string>,
  choose: (id: string, isChosen: boolean) => void,
): RowColumn<Registration> {
  return {
    title: 'Choose',
    cell: ({ id, team }) => (
      <Checkbox
        size="xs"
        aria-label={`Choose ${team}`}
        checked={chosen.has(id)}
        onChange={(event) => choose(id, event.currentTarget.checked)}
      />
    ),
  };
}
