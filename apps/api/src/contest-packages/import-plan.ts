/**
 * What an import of a contest package would do here, and what keeps it from that. A package has its own contest, submissions
 * and judgings; organisations, groups, teams, persons, accounts and problems are those of the whole installation, and may be
 * here already: with the same content they are used as they are, with another they keep the package out, unless it is
 * imported under another id, which is then the beginning of theirs as well.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  slugSchema,
  type ImportContestPackageAnswer,
  type PackageConflict,
  type PackagedKind,
} from '@sandglass/contracts';
import type { PresentVersion } from './package-row-repository.ts';
import type { ReadContestPackage, Row } from './read-contest-package.ts';

/** Of what is here, all that may meet what a package has. */
export interface PresentRows {
  readonly contests: readonly string[];
  /** By id; accounts by username. */
  readonly rows: Readonly<Record<PackagedKind, ReadonlyMap<string, Row>>>;
  readonly groupsOfTeams: ReadonlyMap<string, readonly string[]>;
  readonly versions: readonly PresentVersion[];
  /** How many submissions, judgings and rejudgings of the package are here. */
  readonly ids: number;
}

export interface ImportPlan {
  readonly contestId: string;
  /** Ids that people choose, from those of the package to those here; the same id: as it is. */
  readonly names: Readonly<Record<PackagedKind, ReadonlyMap<string, string>>>;
  /** In ids of the package: those that are here, and are not written. */
  readonly present: Readonly<Record<PackagedKind, ReadonlySet<string>>>;
  /** Ids of rows that are here already under another id: of accounts and versions. */
  readonly uuids: ReadonlyMap<string, string>;
  /** Of versions that are written: their numbers here. */
  readonly versionNumbers: ReadonlyMap<string, number>;
  readonly kinds: ImportContestPackageAnswer['kinds'];
  readonly conflicts: readonly PackageConflict[];
}

const tables = {
  organisations: 'organisation',
  groups: 'team_group',
  teams: 'team',
  persons: 'person',
  accounts: 'account',
  problems: 'problem',
} as const satisfies Record<PackagedKind, keyof ReadContestPackage['register']>;

/** Columns that say when or how something came here, and not what it is. */
const incidental: Readonly<Record<PackagedKind, readonly string[]>> = {
  organisations: ['created_at'],
  groups: ['created_at'],
  teams: ['created_at'],
  persons: ['created_at'],
  accounts: [
    'id',
    'created_at',
    'password_hash',
    'must_change_password',
    'enabled',
    'last_login_at',
    'last_login_from',
    'bound_address',
    'bound_at',
    'addresses',
  ],
  problems: ['created_at', 'current_version_id'],
};

/** In this order: what a row names is known before it. */
const order: readonly PackagedKind[] = [
  'organisations',
  'groups',
  'persons',
  'teams',
  'accounts',
  'problems',
];

export const keyOf = (kind: PackagedKind): 'username' | 'id' => (kind === 'accounts' ? 'username' : 'id');

export function idsOf({ register }: ReadContestPackage, kind: PackagedKind): string[] {
  return register[tables[kind]].map((row) => String(row[keyOf(kind)]));
}

/** @param as another id for the contest; null: its own */
export function importPlan(content: ReadContestPackage, here: PresentRows, as: string | null): ImportPlan {
  const contestId = as ?? content.header.contest;
  const conflicts: PackageConflict[] = [];
  if (here.contests.includes(contestId))
    conflicts.push({
      kind: 'contest',
      id: contestId,
      message: `There is a contest "${contestId}" here already.`,
    });
  else if (as === null && here.ids > 0)
    conflicts.push({
      kind: 'submissions',
      id: '',
      message: `${String(here.ids)} of its submissions and judgings are here already, in a contest with another id.`,
    });
  const plan = {
    contestId,
    names: eachKind(() => new Map<string, string>()),
    present: eachKind(() => new Set<string>()),
    uuids: new Map<string, string>(),
    versionNumbers: new Map<string, number>(),
    kinds: eachKind(() => ({ created: 0, same: 0, renamed: 0 })),
    conflicts,
  };
  const groups = Map.groupBy(content.register.team_group_member, ({ team_id: team }) => String(team));
  for (const kind of order)
    for (const row of content.register[tables[kind]]) {
      const id = String(row[keyOf(kind)]);
      const found = here.rows[kind].get(id);
      if (found === undefined) {
        plan.names[kind].set(id, id);
        plan.kinds[kind].created += 1;
      } else if (isSame(kind, row, found)) {
        plan.names[kind].set(id, id);
        plan.present[kind].add(id);
        plan.kinds[kind].same += 1;
        if (kind === 'accounts') plan.uuids.set(String(row['id']), String(found['id']));
      } else if (as === null) {
        plan.names[kind].set(id, id);
        conflicts.push({ kind, id, message: conflictText(kind, id) });
      } else rename(kind, id);
    }
  placeVersions();
  return plan;

  function isSame(kind: PackagedKind, row: Row, found: Row): boolean {
    const named = renamedRow(row, plan.names);
    const isEqual = Object.keys(row)
      .filter((column) => !incidental[kind].includes(column))
      .every((column) => isDeepStrictEqual(named[column], found[column]));
    if (!isEqual) return false;
    const id = String(row['id']);
    if (kind === 'teams') {
      const own = (groups.get(id) ?? [])
        .toSorted((a, b) => Number(a['ordinal']) - Number(b['ordinal']))
        .map(({ group_id: group }) => plan.names.groups.get(String(group)) ?? '');
      return isDeepStrictEqual(own, here.groupsOfTeams.get(id) ?? []);
    }
    if (kind !== 'problems') return true;
    const current = here.versions.find((version) => version.problemId === id && version.isCurrent);
    const own = content.register.problem_version.find(
      (version) => version['id'] === row['current_version_id'],
    );
    return current?.hash === own?.['package_hash'];
  }

  function rename(kind: PackagedKind, id: string): void {
    const name = `${contestId}-${id}`;
    plan.names[kind].set(id, name);
    plan.kinds[kind].renamed += 1;
    if (!slugSchema.safeParse(name).success)
      conflicts.push({
        kind,
        id,
        message: `${conflictText(kind, id)} Its new id "${name}" would be too long: choose a shorter one for the contest.`,
      });
    else if (here.rows[kind].has(name))
      conflicts.push({ kind, id, message: `${conflictText(kind, id)} And there is a "${name}" as well.` });
  }

  /** Versions of a problem that is here: the same ones are used, others get a free number. */
  function placeVersions(): void {
    for (const [problem, versions] of Map.groupBy(content.register.problem_version, (row) =>
      String(row['problem_id']),
    )) {
      if (!plan.present.problems.has(problem)) {
        for (const row of versions) plan.versionNumbers.set(String(row['id']), Number(row['number']));
        continue;
      }
      const present = here.versions.filter((version) => version.problemId === problem);
      const used = new Set(present.map(({ number }) => number));
      for (const row of versions) {
        const same = present.find(({ hash }) => hash === row['package_hash']);
        if (same !== undefined) plan.uuids.set(String(row['id']), same.id);
        else {
          const own = Number(row['number']);
          const number = used.has(own) ? Math.max(...used) + 1 : own;
          used.add(number);
          plan.versionNumbers.set(String(row['id']), number);
        }
      }
    }
  }
}

function eachKind<Value>(make: () => Value): Record<PackagedKind, Value> {
  return {
    organisations: make(),
    groups: make(),
    teams: make(),
    persons: make(),
    accounts: make(),
    problems: make(),
  };
}

const words: Readonly<Record<PackagedKind, string>> = {
  organisations: 'Organisation',
  groups: 'Group',
  teams: 'Team',
  persons: 'Person',
  accounts: 'Account',
  problems: 'Problem',
};

function conflictText(kind: PackagedKind, id: string): string {
  return `${words[kind]} "${id}" is here already, and is another one than that of the package.`;
}

/** Columns that have an id that people choose. */
const columnKinds: Readonly<Record<string, PackagedKind>> = {
  organisation_id: 'organisations',
  group_id: 'groups',
  team_id: 'teams',
  person_id: 'persons',
  username: 'accounts',
  problem_id: 'problems',
};

/** A row with the names that its columns refer to here; its own id stays. */
export function renamedRow(row: Row, names: ImportPlan['names']): Record<string, unknown> {
  const renamed: Record<string, unknown> = { ...row };
  for (const [column, kind] of Object.entries(columnKinds)) {
    const value = row[column];
    if (typeof value === 'string') renamed[column] = names[kind].get(value) ?? value;
  }
  return renamed;
}
