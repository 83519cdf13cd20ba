/** The teams of a contest's definition, which names organisations and groups instead of their ids. */
import type { ReadContestDefinition, Team } from '@sandglass/contracts';
import { isRestricting, withFirstGroup } from './first-group.ts';
import { Names } from './names.ts';
import type { Place, PresentPeople, Wish } from './people-rows.ts';

type DefinedTeam = NonNullable<ReadContestDefinition['teams']>[number];
type Present = Pick<PresentPeople, 'organisations' | 'groups' | 'teams'>;

const place: Place = { file: '', line: null };

/** What is omitted stays, and what reads back as it is written changes nothing. */
export function definitionWishes(present: Present, teams: readonly DefinedTeam[]): readonly Wish[] {
  const names = new Names(present);
  const wishes = teams.map((team): Wish => {
    const before = present.teams.get(team.id);
    const fields = {
      name: team.name,
      ...organisationFields(team, before, present, names),
      ...groupFields(team, before, present, names),
    };
    return { kind: 'teams', id: team.id, fields, place };
  });
  return [...names.wishes, ...wishes];
}

function organisationFields(
  { affiliation, country }: DefinedTeam,
  before: Team | undefined,
  present: Present,
  names: Names,
): Partial<Team> {
  const organisation = present.organisations.get(before?.organisationId ?? '') ?? null;
  const shownCountry = before?.country ?? organisation?.country ?? null;
  if (affiliation === undefined)
    return country === undefined || country === shownCountry
      ? {}
      : { country: country === '' ? null : country };
  const given = country === '' ? null : country;
  if (affiliation === null || affiliation === '')
    return { organisationId: null, country: given === undefined ? shownCountry : given };
  if (organisation?.name === affiliation && (given === undefined || given === shownCountry)) return {};
  const organisationId = names.organisation(affiliation, given, place);
  return given === undefined ? { organisationId } : { organisationId, country: null };
}

function groupFields(
  { category }: DefinedTeam,
  before: Team | undefined,
  present: Present,
  names: Names,
): Partial<Team> {
  if (category === undefined) return {};
  const groupIds = before?.groupIds ?? [];
  const isKept = (id: string): boolean => {
    const group = present.groups.get(id);
    return group !== undefined && isRestricting(group);
  };
  if (category === null || category === '') return { groupIds: withFirstGroup(groupIds, null, isKept) };
  if (present.groups.get(groupIds[0] ?? '')?.name === category) return {};
  return { groupIds: withFirstGroup(groupIds, names.group(category, place), isKept) };
}
