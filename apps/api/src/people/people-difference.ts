/** What wishes would change of the people that are there, and what forbids it. Pure: a dry run is this and no more. */
import {
  peopleKinds,
  type PeopleChange,
  type PeopleFault,
  type PeopleKind,
  type Person,
  type Team,
  type TeamGroup,
} from '@sandglass/contracts';
import { isRestricting } from './first-group.ts';
import {
  checkRow,
  emptyRow,
  nameOf,
  nouns,
  type PeopleRow,
  type PresentPeople,
  type Wish,
} from './people-rows.ts';

export interface RowChange {
  readonly change: PeopleChange;
  /** As it will be, whole. */
  readonly row: PeopleRow;
}

export interface PeopleDifference {
  /** In the order in which they can be written. */
  readonly changes: readonly RowChange[];
  /** Those that are there and stay as they are. */
  readonly same: Readonly<Record<PeopleKind, number>>;
  /** All teams that were named. */
  readonly teamIds: readonly string[];
  /** Of accounts, by username. */
  readonly passwords: ReadonlyMap<string, string>;
  readonly faults: readonly PeopleFault[];
  /** What can be written, and may not be meant. */
  readonly warnings: readonly PeopleFault[];
}

/** Later wishes of the same id add to earlier ones: two files may each know something of a team. */
export function peopleDifference(present: PresentPeople, wishes: readonly Wish[]): PeopleDifference {
  const merged = mergeWishes(wishes);
  const known = (kind: PeopleKind, id: string): boolean => present[kind].has(id) || merged[kind].has(id);
  const groupsNamed = groupsOfWishes(wishes);
  /** Of before and of now: by id. */
  const restricting = new Map([...present.groups].filter(([, group]) => isRestricting(group)));
  const faults: PeopleFault[] = [];
  const warnings: PeopleFault[] = [];
  const changes: RowChange[] = [];
  const same = { organisations: 0, groups: 0, teams: 0, persons: 0, accounts: 0 };
  for (const kind of peopleKinds) {
    for (const wish of merged[kind].values()) {
      const before = present[kind].get(wish.id);
      const { row, faults: wrong } = checkRow(kind, {
        ...(before ?? emptyRow(kind, wish.id)),
        ...wish.fields,
      });
      const report = (field: string, message: string): number => faults.push(faultOf(wish, field, message));
      if (wrong !== null) {
        for (const { field, message } of wrong) report(field, message);
        continue;
      }
      if (before === undefined && kind !== 'accounts' && wish.fields['name'] === undefined) {
        report('name', 'is needed: it is new');
        continue;
      }
      for (const [field, message] of missingReferences(kind, row, known)) report(field, message);
      if (kind === 'groups' && isRestricting(row as TeamGroup)) restricting.set(row.id, row as TeamGroup);
      if (kind === 'teams') {
        const named = new Set([...((before as Team | undefined)?.groupIds ?? []), ...groupsNamed(wish.id)]);
        for (const id of (row as Team).groupIds) named.delete(id);
        for (const id of named) {
          const lost = restricting.get(id);
          if (lost !== undefined) warnings.push(lostGroup(wish, lost));
        }
      }
      const change = changeOf(kind, before, row, wish.password !== undefined);
      if (change === null) same[kind] += 1;
      else changes.push({ change, row });
    }
  }
  const passwords = [...merged.accounts.values()].flatMap(({ id, password }) =>
    password === undefined ? [] : [[id, password] as const],
  );
  const teamIds = [...merged.teams.keys()];
  return { changes, same, teamIds, passwords: new Map(passwords), faults, warnings };
}

function faultOf({ kind, id, place }: Wish, field: string, message: string): PeopleFault {
  const { file, line, names } = place;
  return {
    severity: 'error',
    file,
    line,
    field: names?.[field] ?? field,
    message: `${nouns[kind]} "${id.slice(0, 64)}": ${message}`,
  };
}

/** Of each team all groups that any file names: a later file may take one away again. */
function groupsOfWishes(wishes: readonly Wish[]): (teamId: string) => Iterable<string> {
  const named = new Map<string, Set<string>>();
  for (const { kind, id, fields } of wishes) {
    const { groupIds } = fields;
    if (kind !== 'teams' || !Array.isArray(groupIds)) continue;
    const known = named.get(id) ?? new Set();
    named.set(id, known);
    for (const group of groupIds) known.add(String(group));
  }
  return (teamId) => named.get(teamId) ?? [];
}

function lostGroup(wish: Wish, { name, hidden }: TeamGroup): PeopleFault {
  const rule = hidden ? 'is hidden' : 'has guests';
  const message = `is no longer in the group "${name.slice(0, 64)}", which ${rule}`;
  return { ...faultOf(wish, 'groupIds', message), severity: 'warning' };
}

type Merged = Record<PeopleKind, Map<string, Wish>>;

function mergeWishes(wishes: readonly Wish[]): Merged {
  const merged: Merged = {
    organisations: new Map(),
    groups: new Map(),
    teams: new Map(),
    persons: new Map(),
    accounts: new Map(),
  };
  for (const wish of wishes) {
    const earlier = merged[wish.kind].get(wish.id);
    merged[wish.kind].set(
      wish.id,
      earlier === undefined ? wish : { ...earlier, ...wish, fields: { ...earlier.fields, ...wish.fields } },
    );
  }
  return merged;
}

function missingReferences(
  kind: PeopleKind,
  row: PeopleRow,
  known: (kind: PeopleKind, id: string) => boolean,
): [field: string, message: string][] {
  const missing = (field: string, of: PeopleKind, ids: readonly (string | null)[]): [string, string][] =>
    ids
      .filter((id) => id !== null && !known(of, id))
      .map((id) => [field, `there is no ${nouns[of]} "${id ?? ''}", neither here nor in these files`]);
  if (kind === 'teams') {
    const { organisationId, groupIds } = row as Team;
    return [
      ...missing('organisationId', 'organisations', [organisationId]),
      ...missing('groupIds', 'groups', groupIds),
    ];
  }
  if (kind === 'persons') return missing('teamIds', 'teams', (row as Person).teamIds);
  if ('teamId' in row) {
    if (row.role === 'contestant' && row.teamId === null)
      return [['teamId', 'is needed: a contestant belongs to a team']];
    if (row.addresses.length > 0 && (row.role === 'admin' || row.role === 'jury'))
      return [['addresses', 'must be empty: jury and administrators log in with a password']];
    return missing('teamId', 'teams', [row.teamId]);
  }
  return [];
}

function changeOf(
  kind: PeopleKind,
  before: PeopleRow | undefined,
  row: PeopleRow,
  password: boolean,
): PeopleChange | null {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const fields: [string, [unknown, unknown]][] = Object.entries(row)
    .filter(([name]) => name !== 'id')
    .map(([name, now]): [string, [unknown, unknown]] => [name, [was[name] ?? null, now]])
    .filter(([, [old, now]]) => !isSame(old, now));
  if (password) fields.push(['password', [null, 'given']]);
  if (fields.length === 0 && before !== undefined) return null;
  return {
    kind,
    id: row.id,
    name: nameOf(row),
    created: before === undefined,
    fields: Object.fromEntries(fields),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
