/** People as files: what an import of these files makes again. Passwords are not among them: nobody can read them. */
import type { Organisation, PeopleFile, Team } from '@sandglass/contracts';
import { typeOfRole } from './account-types.ts';
import type { PresentPeople } from './people-rows.ts';

export function clicsFiles(people: PresentPeople): PeopleFile[] {
  const file = (name: string, rows: readonly object[]): PeopleFile => ({
    name: `${name}.json`,
    text: `${JSON.stringify(rows, null, 2)}\n`,
  });
  return [
    file(
      'organizations',
      [...people.organisations.values()].map(({ id, icpcId, name, formalName, country }) => ({
        id,
        icpc_id: icpcId,
        name,
        formal_name: formalName,
        country,
      })),
    ),
    file(
      'groups',
      [...people.groups.values()].map((group) => ({
        id: group.id,
        icpc_id: group.icpcId,
        name: group.name,
        type: group.type,
        hidden: group.hidden,
        sortorder: group.sortOrder,
        color: group.colour,
        allow_self_registration: group.selfRegistration,
        out_of_ranking: !group.ranked,
      })),
    ),
    file(
      'teams',
      [...people.teams.values()].map((team) => ({
        id: team.id,
        icpc_id: team.icpcId,
        label: team.label,
        name: team.name,
        display_name: team.displayName,
        organization_id: team.organisationId,
        group_ids: team.groupIds,
        hidden: team.hidden,
        location: team.location === null ? null : { description: team.location },
        country: team.country,
      })),
    ),
    file(
      'persons',
      [...people.persons.values()].map(({ id, icpcId, name, title, email, role, teamIds }) => ({
        id,
        icpc_id: icpcId,
        name,
        title,
        email,
        role,
        team_ids: teamIds,
      })),
    ),
    file(
      'accounts',
      [...people.accounts.values()].map(({ id, displayName, role, teamId, addresses }) => ({
        id,
        username: id,
        name: displayName,
        type: typeOfRole(role),
        team_id: teamId,
        ip: addresses.length === 0 ? null : addresses.join(','),
      })),
    ),
  ];
}

/** ICPC's files have room for less: one group a team, and neither labels nor colours. */
export function tsvFiles(people: PresentPeople): PeopleFile[] {
  const file = (
    name: string,
    version: string,
    rows: readonly (readonly (string | null)[])[],
  ): PeopleFile => ({
    name: `${name}.tsv`,
    text: `${[version, ...rows.map((row) => row.map(plain).join('\t'))].join('\n')}\n`,
  });
  const organisation = ({ organisationId }: Team): Organisation | undefined =>
    people.organisations.get(organisationId ?? '');
  return [
    file(
      'institutions2',
      'File_Version\t0.5',
      [...people.organisations.values()].map(({ id, name, formalName, country }) => [
        `INST-${id}`,
        formalName ?? name,
        name,
        null,
        country,
      ]),
    ),
    file(
      'groups',
      'groups\t1',
      [...people.groups.values()].map(({ id, name }) => [id, name]),
    ),
    file(
      'teams',
      'teams\t1',
      [...people.teams.values()].map((team) => {
        const of = organisation(team);
        const named =
          of === undefined
            ? [null, null, team.country, null]
            : [of.formalName ?? of.name, of.name, of.country, `INST-${of.id}`];
        return [team.id, team.icpcId, team.groupIds[0] ?? null, team.name, ...named, team.location];
      }),
    ),
    file(
      'accounts',
      'accounts\t1',
      [...people.accounts.values()]
        .filter(
          ({ role, teamId, id }) => role !== 'contestant' || teamId === id || endsWithNumber(id, teamId),
        )
        .map(({ id, displayName, role }) => [typeOfRole(role), displayName, id, null]),
    ),
  ];
}

/** A tab or a line end would be another cell; rows have none, and older ones of the database may. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll(/[\t\r\n]/g, ' ');
}

/** The files find a team by its number at the end of the username. */
function endsWithNumber(username: string, teamId: string | null): boolean {
  return teamId !== null && /^[0-9]+$/.test(teamId) && username.endsWith(teamId);
}
