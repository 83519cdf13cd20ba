/** Teams that are chosen for a contest out of all that are registered. */
import type { People } from '@sandglass/contracts';

export interface TeamFilter {
  readonly text: string;
  readonly group: string;
  readonly organisation: string;
  readonly which: 'all' | 'in' | 'out';
}

export const everyTeam: TeamFilter = { text: '', group: '', organisation: '', which: 'all' };

/** @param chosen ids of those that take part */
export function teamsShown(
  people: Pick<People, 'teams' | 'organisations'>,
  { text, group, organisation, which }: TeamFilter,
  chosen: ReadonlySet<string>,
): People['teams'] {
  const wanted = text.trim().toLocaleLowerCase();
  const organisations = new Map(people.organisations.map(({ id, name }) => [id, name]));
  return people.teams
    .filter((team) => group === '' || team.groupIds.includes(group))
    .filter((team) => organisation === '' || team.organisationId === organisation)
    .filter(({ id }) => which === 'all' || chosen.has(id) === (which === 'in'))
    .filter((team) => {
      if (wanted === '') return true;
      const words = [team.id, team.name, team.displayName, organisations.get(team.organisationId ?? '')];
      return words.some((word) => word?.toLocaleLowerCase().includes(wanted) === true);
    });
}

/** What has to be said to have these and no others. */
export function teamChange(
  present: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): { add: string[]; remove: string[] } {
  return {
    add: [...chosen].filter((id) => !present.has(id)),
    remove: [...present].filter((id) => !chosen.has(id)),
  };
}
