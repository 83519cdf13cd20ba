/** Lists of teams, organisations and groups, each with its form. */
import { Button } from '@mantine/core';
import type { Organisation, People, TeamGroup } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { Section } from '../../components/page.tsx';
import { plural } from '../../lib/format.ts';
import { Filters, type Filter } from './filters.tsx';
import { type SavedKind, useRemovePeople, useSavePeople } from './people-queries.ts';
import { matches, type PeopleSearch } from './people-search.ts';
import styles from './people-page.module.css';
import { type FormField, RecordForm } from './record-form.tsx';
import { EditLink, type RowColumn, RowTable } from './row-table.tsx';

interface TabProps {
  readonly people: People;
  readonly search: PeopleSearch;
}
type TeamRow = People['teams'][number];

const quiet = (text: string | null): ReactNode =>
  text === null ? <span className={styles.quiet}>–</span> : text;

function teamColumns(
  organisations: ReadonlyMap<string, Organisation>,
  groups: ReadonlyMap<string, TeamGroup>,
): RowColumn<TeamRow>[] {
  return [
    {
      title: 'Team',
      cell: (team) => (
        <EditLink id={team.id}>
          <Name of={team.displayName ?? team.name} />
        </EditLink>
      ),
    },
    { title: 'Id', cell: ({ id, label }) => (label === null || label === id ? id : `${id} (${label})`) },
    {
      title: 'Organisation',
      cell: ({ organisationId }) => quiet(organisations.get(organisationId ?? '')?.name ?? null),
    },
    {
      title: 'Groups',
      cell: ({ groupIds }) => quiet(groupIds.map((id) => groups.get(id)?.name ?? id).join(', ') || null),
    },
    { title: 'Location', cell: ({ location }) => quiet(location) },
    { title: 'Contests', cell: ({ contests }) => quiet(contests.join(', ') || null) },
    { title: 'Shown', cell: ({ hidden }) => (hidden ? 'hidden' : 'yes') },
  ];
}

export function TeamsTab({ people, search }: TabProps): ReactNode {
  const organisations = new Map(people.organisations.map((one) => [one.id, one]));
  const groups = new Map(people.groups.map((one) => [one.id, one]));
  const rows = people.teams.filter(
    (team) =>
      (search.group === undefined || team.groupIds.includes(search.group)) &&
      (search.organisation === undefined || team.organisationId === search.organisation) &&
      matches(search.search, [
        team.id,
        team.name,
        team.displayName,
        team.label,
        team.location,
        organisations.get(team.organisationId ?? '')?.name,
      ]),
  );
  const fields: FormField[] = [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'displayName', label: 'Display name', kind: 'text', hint: 'shown instead of the name' },
    {
      name: 'organisationId',
      label: 'Organisation',
      kind: 'choice',
      choices: [
        { value: '', label: 'none' },
        ...people.organisations.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { name: 'label', label: 'Label', kind: 'text', hint: 'on the sign at its desk' },
    { name: 'location', label: 'Location', kind: 'text', hint: 'room and seat' },
    { name: 'icpcId', label: 'ICPC id', kind: 'text' },
    {
      name: 'groupIds',
      label: 'Groups',
      kind: 'several',
      hint: 'The scoreboard names the first that was chosen.',
      choices: people.groups.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'hidden', label: 'Hidden', kind: 'flag', hint: 'on the jury’s scoreboard only' },
  ];
  const filters: Filter[] = [
    {
      name: 'group',
      label: 'Group',
      choices: people.groups.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'organisation',
      label: 'Organisation',
      choices: people.organisations.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  return (
    <Register
      kind="teams"
      noun="team"
      search={search}
      all={people.teams}
      rows={rows}
      columns={teamColumns(organisations, groups)}
      fields={fields}
      filters={filters}
    />
  );
}

function organisationColumns(people: People): RowColumn<Organisation>[] {
  const teams = groupBy(people.teams, ({ organisationId }) => organisationId);
  return [
    {
      title: 'Organisation',
      cell: ({ id, name }) => (
        <EditLink id={id}>
          <Name of={name} />
        </EditLink>
      ),
    },
    { title: 'Id', cell: ({ id }) => id },
    { title: 'Formal name', cell: ({ formalName }) => quiet(formalName) },
    { title: 'Country', cell: ({ country }) => quiet(country) },
    { title: 'Teams', cell: ({ id }) => teams.get(id)?.length ?? 0 },
  ];
}

export function OrganisationsTab({ people, search }: TabProps): ReactNode {
  const rows = people.organisations.filter(({ id, name, formalName, country }) =>
    matches(search.search, [id, name, formalName, country]),
  );
  const fields: FormField[] = [
    { name: 'name', label: 'Name', kind: 'text', hint: 'as scoreboards show it' },
    { name: 'formalName', label: 'Formal name', kind: 'text' },
    { name: 'country', label: 'Country', kind: 'text', hint: 'three letters, such as NOR' },
    { name: 'icpcId', label: 'ICPC id', kind: 'text' },
  ];
  return (
    <Register
      kind="organisations"
      noun="organisation"
      search={search}
      all={people.organisations}
      rows={rows}
      columns={organisationColumns(people)}
      fields={fields}
      filters={[]}
    />
  );
}

function groupColumns(people: People): RowColumn<TeamGroup>[] {
  return [
    {
      title: 'Group',
      cell: ({ id, name, colour }) => (
        <EditLink id={id}>
          {colour === null ? null : (
            <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
          )}
          <Name of={name} />
        </EditLink>
      ),
    },
    { title: 'Id', cell: ({ id }) => id },
    { title: 'Type', cell: ({ type }) => quiet(type) },
    { title: 'Sort order', cell: ({ sortOrder }) => sortOrder },
    { title: 'Teams', cell: ({ id }) => people.teams.filter(({ groupIds }) => groupIds.includes(id)).length },
    {
      title: 'Scoreboard',
      cell: ({ hidden, ranked }) => (hidden ? 'hidden' : ranked ? 'ranked' : 'guests, without a rank'),
    },
    { title: 'Registration', cell: ({ selfRegistration }) => (selfRegistration ? 'open' : 'closed') },
  ];
}

export function GroupsTab({ people, search }: TabProps): ReactNode {
  const rows = people.groups.filter(({ id, name, type }) => matches(search.search, [id, name, type]));
  const fields: FormField[] = [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'type', label: 'Type', kind: 'text', hint: 'such as site or division' },
    { name: 'colour', label: 'Colour', kind: 'colour', hint: '# and six hexadecimal digits' },
    {
      name: 'sortOrder',
      label: 'Sort order',
      kind: 'number',
      hint: 'the lowest is on top, each has its own ranking',
    },
    { name: 'icpcId', label: 'ICPC id', kind: 'text' },
    {
      name: 'ranked',
      label: 'Ranked',
      kind: 'flag',
      hint: 'otherwise its teams are guests, who take no rank',
    },
    { name: 'hidden', label: 'Hidden', kind: 'flag', hint: 'its teams are on the jury’s scoreboard only' },
    {
      name: 'selfRegistration',
      label: 'Open for registration',
      kind: 'flag',
      hint: 'teams may register themselves for it',
    },
    {
      name: 'bindAddress',
      label: 'Bind to the first address',
      kind: 'flag',
      hint: 'the first login of a team’s account binds it to its computer; logins from elsewhere are refused until it is released',
    },
    {
      name: 'autoLogin',
      label: 'Log in at once',
      kind: 'flag',
      hint: 'where one account may log in from a computer without a password (its addresses are in Accounts)',
    },
  ];
  return (
    <Register
      kind="groups"
      noun="group"
      search={search}
      all={people.groups}
      rows={rows}
      columns={groupColumns(people)}
      fields={fields}
      filters={[]}
    />
  );
}

function Register<Row extends { readonly id: string }>(props: {
  kind: SavedKind;
  noun: string;
  search: PeopleSearch;
  all: readonly Row[];
  rows: readonly Row[];
  columns: readonly RowColumn<Row>[];
  fields: readonly FormField[];
  filters: readonly Filter[];
}): ReactNode {
  const { kind, noun, search, all, rows, columns, fields, filters } = props;
  const navigate = useNavigate({ from: '/people' });
  const open = (edit: string | undefined): void =>
    void navigate({ search: (now) => ({ ...now, edit }), replace: edit === undefined });
  const saving = useSavePeople(kind, () => open(undefined));
  const removing = useRemovePeople(kind, () => open(undefined));
  const edited = all.find(({ id }) => id === search.edit);
  const isNew = search.edit === 'new' && edited === undefined;
  return (
    <>
      {edited === undefined && !isNew ? null : (
        <Section title={edited === undefined ? `New ${noun}` : `Change ${noun} ${edited.id}`}>
          <RecordForm
            key={search.edit}
            noun={noun}
            id={edited?.id ?? null}
            values={edited === undefined ? { ranked: true, sortOrder: 0 } : { ...edited }}
            fields={fields}
            saving={saving.isPending || removing.isPending}
            error={saving.error ?? removing.error}
            onSave={(id, changed) => saving.mutate({ id, fields: changed })}
            onClose={() => open(undefined)}
            onRemove={edited === undefined ? undefined : () => removing.mutate(edited.id)}
          />
        </Section>
      )}
      <Section
        title={
          rows.length === all.length
            ? plural(all.length, noun)
            : `${rows.length} of ${plural(all.length, noun)}`
        }
        actions={
          <Button size="compact-sm" variant="default" onClick={() => open('new')}>
            New {noun}
          </Button>
        }
      >
        <Filters search={search} filters={filters} />
        <RowTable
          label={`List of ${noun}s`}
          noun={noun}
          rows={rows}
          columns={columns}
          empty={all.length === 0 ? `There is no ${noun} yet` : `No ${noun} is found`}
        />
      </Section>
    </>
  );
}
