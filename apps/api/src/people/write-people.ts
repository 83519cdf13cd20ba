/** Writes a difference, and gives every contest that shows one of its teams an event. */
import type {
  AccountOfPeople,
  Organisation,
  PeopleKind,
  Person,
  Team,
  TeamGroup,
} from '@sandglass/contracts';
import type { Unit } from '../events/unit-of-work.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import { notify } from '../platform/database/notifications.ts';
import type { Sql } from '../platform/database/database.ts';
import type { PeopleDifference, RowChange } from './people-difference.ts';
import { contestsWith, teamsOfGroups, teamsOfOrganisations } from './people-repository.ts';
import {
  type NewPasswords,
  endSessionsOf,
  putAccounts,
  putGroups,
  putOrganisations,
  putPersons,
  putTeams,
} from './people-store.ts';
import type { PeopleRow } from './people-rows.ts';

/** Of changes that bring none. */
export const noPasswords: NewPasswords = { hashes: new Map(), mustChange: false };

/** Before all other locks of a transaction that changes people: a difference holds until it is written. */
export async function lockPeople(sql: Sql): Promise<void> {
  await takeLock(sql, 'people');
}

/**
 * {@link lockPeople} came first, and the difference was made under it.
 * @param besides a contest that gets its own event
 */
export async function writePeople(
  unit: Unit,
  { changes }: Pick<PeopleDifference, 'changes'>,
  passwords: NewPasswords = noPasswords,
  besides: string | null = null,
): Promise<void> {
  const rowsOf = <Row extends PeopleRow>(kind: string): Row[] =>
    changes.filter(({ change }) => change.kind === kind).map(({ row }) => row as Row);
  const organisations = rowsOf<Organisation>('organisations');
  const groups = rowsOf<TeamGroup>('groups');
  const teams = rowsOf<Team>('teams');
  const persons = rowsOf<Person>('persons');
  const accounts = rowsOf<AccountOfPeople>('accounts');
  if (organisations.length > 0) await putOrganisations(unit, organisations);
  if (groups.length > 0) await putGroups(unit, groups);
  if (teams.length > 0) await putTeams(unit, teams);
  if (persons.length > 0) await putPersons(unit, persons);
  if (accounts.length > 0) {
    await putAccounts(unit, accounts, passwords);
    // A new name is seen with the next page; rights, team and password end what the old ones opened.
    const ended = changes.filter(
      ({ change }) =>
        change.kind === 'accounts' &&
        Object.keys(change.fields).some((field) => field !== 'displayName' && field !== 'addresses'),
    );
    await endSessionsOf(
      unit,
      ended.map(({ row }) => row.id),
    );
    await notify(unit, 'sandglass_session');
  }
  const shown = await teamsShowing(unit, changes);
  if (shown.size === 0) return;
  const ranked = await teamsShowing(unit, changes.filter(changesStanding));
  const rankedIn = new Set(ranked.size === 0 ? [] : await contestsWith(unit, [...ranked]));
  const [only] = shown;
  for (const contest of await contestsWith(unit, [...shown])) {
    if (contest === besides) continue;
    // One event for each of a thousand teams would make every read model a thousand times.
    if (shown.size === 1 && only !== undefined)
      unit.event(contest, {
        type: 'team',
        teamId: only,
        change: rankedIn.has(contest) ? 'standing' : 'registration',
      });
    else unit.event(contest, { type: 'contest', change: rankedIn.has(contest) ? 'standings' : 'teams' });
  }
}

/** What decides ranks and awards. Names, colours and places may change in a contest whose results are final. */
const standingFields: Readonly<Partial<Record<PeopleKind, readonly string[]>>> = {
  groups: ['hidden', 'ranked', 'sortOrder'],
  teams: ['hidden', 'groupIds', 'organisationId'],
};

function changesStanding({ change }: RowChange): boolean {
  const fields = standingFields[change.kind] ?? [];
  return !change.created && fields.some((field) => field in change.fields);
}

/** Those that are to get an event, the same before the changes are written as afterwards. */
export async function contestsShowing(
  sql: Sql,
  { changes }: Pick<PeopleDifference, 'changes'>,
): Promise<string[]> {
  return contestsWith(sql, [...(await teamsShowing(sql, changes))]);
}

/** Teams that look different: their own rows, their organisations or their groups change. */
async function teamsShowing(sql: Sql, changes: PeopleDifference['changes']): Promise<ReadonlySet<string>> {
  const ids = (kind: string): string[] =>
    changes.filter(({ change }) => change.kind === kind).map(({ row }) => row.id);
  return new Set([
    ...ids('teams'),
    ...(await teamsOfOrganisations(sql, ids('organisations'))),
    ...(await teamsOfGroups(sql, ids('groups'))),
  ]);
}
