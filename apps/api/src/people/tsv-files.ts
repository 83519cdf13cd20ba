/**
 * The files of ICPC's contest control standard: `teams.tsv`, `teams2.tsv`, `groups.tsv`, `accounts.tsv`, `institutions.tsv`,
 * `institutions2.tsv`. Their first line names the kind, or `File_Version`, and a version.
 */
import { knownTypes, roleOfType } from './account-types.ts';
import { given } from './clics-files.ts';
import type { FaultList } from './fault-list.ts';
import { isRestricting, withFirstGroup } from './first-group.ts';
import type { Names } from './names.ts';
import type { Place, PresentPeople, Wish } from './people-rows.ts';
import { parseTabbed, type TextRow } from './separated-text.ts';

export type TsvKind = 'institutions' | 'groups' | 'teams' | 'accounts';

/** What is known when a file is read: the database, and the files before it. */
export interface ReadContext {
  readonly present: PresentPeople;
  /** Of files before it, by kind. */
  readonly earlier: readonly Wish[];
  readonly names: Names;
  readonly faults: FaultList;
}

export function readTsvFile(kind: TsvKind, file: string, text: string, context: ReadContext): Wish[] {
  const [head, ...rows] = parseTabbed(text);
  if (
    head === undefined ||
    !/^(?:File_Version|teams|teams2|groups|accounts|institutions|institutions2)$/i.test(head.cells[0] ?? '')
  ) {
    context.faults.error(
      file,
      1,
      '',
      `must begin with "${kind}", a tab and the version, such as "${kind}\t1"`,
    );
    return [];
  }
  const read = { institutions, groups, teams, accounts }[kind];
  const find: Finders = {
    team: teamFinder(context),
    organisation: finder('organisations', context),
    group: finder('groups', context),
    groupsOf: groupsFinder(context),
    isRestricting: restrictingFinder(context),
  };
  // A row without an institution's id may come before the one with it.
  if (kind === 'teams') for (const row of rows) knowInstitution(row, context.names, find);
  return rows.flatMap((row) => read(row, { file, line: row.line }, context, find));
}

type FindTeam = (username: string) => string | undefined;
type FindId = (id: string) => string | undefined;

interface Finders {
  readonly team: FindTeam;
  readonly organisation: FindId;
  readonly group: FindId;
  readonly groupsOf: (teamId: string) => readonly string[];
  readonly isRestricting: (groupId: string) => boolean;
}

function cell({ cells }: TextRow, index: number): string | null {
  const text = cells[index] ?? '';
  return text === '' || text === 'null' ? null : text;
}

function institutions(row: TextRow, place: Place, { names, faults }: ReadContext, find: Finders): Wish[] {
  const id = institutionId(cell(row, 0), find.organisation);
  const [formalName, short, country] = [cell(row, 1), cell(row, 2), cell(row, 4)];
  const name = short ?? formalName;
  if (id === null || name === null) {
    faults.error(place.file, place.line, id === null ? 'institution id' : 'name', 'is needed');
    return [];
  }
  names.knowOrganisation({ id, name, country });
  const fields = {
    name,
    formalName: formalName === name ? undefined : formalName,
    country: country ?? undefined,
  };
  return [{ kind: 'organisations', id, fields: given(fields), place }];
}

function groups(row: TextRow, place: Place, { names, faults }: ReadContext): Wish[] {
  const [id, name] = [cell(row, 0), cell(row, 1)];
  if (id === null || name === null) {
    faults.error(place.file, place.line, id === null ? 'group id' : 'name', 'is needed');
    return [];
  }
  names.knowGroup({ id, name });
  return [{ kind: 'groups', id, fields: { name }, place }];
}

/** Number, external id, group, name, institution, its short name, country, institution id, and our own: location. */
function teams(row: TextRow, place: Place, context: ReadContext, find: Finders): Wish[] {
  const { names, faults } = context;
  const [number, icpcId, group, name] = [cell(row, 0), cell(row, 1), cell(row, 2), cell(row, 3)];
  const [full, short, country] = [cell(row, 4), cell(row, 5), cell(row, 6)];
  const id = number ?? icpcId;
  if (id === null || name === null) {
    faults.error(place.file, place.line, id === null ? 'team number' : 'team name', 'is needed');
    return [];
  }
  const wishes: Wish[] = [];
  let organisationId: string | undefined;
  const organisationName = short ?? full;
  const institution = institutionId(cell(row, 7), find.organisation);
  if (organisationName !== null) {
    if (institution !== null) {
      organisationId = institution;
      const formalName = full === null || full === organisationName ? undefined : full;
      const fields = given({ name: organisationName, formalName, country: country ?? undefined });
      wishes.push({ kind: 'organisations', id: organisationId, fields, place });
    } else organisationId = names.organisation(organisationName, country ?? undefined, place);
  }
  const groupId = group === null ? undefined : (find.group(group) ?? group);
  // The file has room for one group: where the team is in it already, its others stay.
  const groupsBefore = find.groupsOf(id);
  const fields = {
    icpcId: icpcId ?? undefined,
    name,
    organisationId,
    groupIds:
      groupId === undefined || groupsBefore.includes(groupId)
        ? undefined
        : withFirstGroup(groupsBefore, groupId, find.isRestricting),
    location: cell(row, 8) ?? undefined,
  };
  const columns = {
    organisationId: 'institution',
    groupIds: 'group id',
    icpcId: 'external id',
    name: 'team name',
  };
  wishes.push({ kind: 'teams', id, fields: given(fields), place: { ...place, names: columns } });
  return wishes;
}

function knowInstitution(row: TextRow, names: Names, find: Finders): void {
  const [id, name] = [institutionId(cell(row, 7), find.organisation), cell(row, 5) ?? cell(row, 4)];
  if (id !== null && name !== null) names.knowOrganisation({ id, name, country: cell(row, 6) });
}

/** Type, full name, username, password. */
function accounts(row: TextRow, place: Place, { faults }: ReadContext, find: Finders): Wish[] {
  const [type, displayName, username, password] = [cell(row, 0), cell(row, 1), cell(row, 2), cell(row, 3)];
  const role = type === null ? undefined : roleOfType(type);
  if (role === undefined || username === null) {
    const [field, message] =
      role === undefined ? ['type', `must be one of ${knownTypes}`] : ['username', 'is needed'];
    faults.error(place.file, place.line, field, message);
    return [];
  }
  const teamId = role === 'contestant' ? find.team(username) : undefined;
  if (role === 'contestant' && teamId === undefined) {
    const reason = `there is no team "${username.slice(0, 64)}", nor one with the number at its end`;
    faults.error(place.file, place.line, 'username', reason);
    return [];
  }
  const fields = given({ displayName: displayName ?? undefined, role, teamId });
  const columns = { displayName: 'full name', id: 'username', teamId: 'username', role: 'type' };
  const account: Wish = { kind: 'accounts', id: username, fields, place: { ...place, names: columns } };
  return [password === null ? account : { ...account, password }];
}

/** By id, else by the number at the end of the username: `team-001` is of team 1. */
function teamFinder({ present, earlier }: ReadContext): FindTeam {
  const ids = new Set([
    ...present.teams.keys(),
    ...earlier.filter(({ kind }) => kind === 'teams').map(({ id }) => id),
  ]);
  const byNumber = new Map([...ids].map((id) => [withoutZeros(id), id]));
  return (username) => {
    if (ids.has(username)) return username;
    let start = username.length;
    while (start > 0 && isDigit(username[start - 1])) start -= 1;
    const number = username.slice(start);
    return number === '' ? undefined : byNumber.get(withoutZeros(number));
  };
}

/** Groups of a team as the files before it want them, else as they are. */
function groupsFinder({ present, earlier }: ReadContext): Finders['groupsOf'] {
  const wanted = new Map<string, readonly string[]>();
  for (const { kind, id, fields } of earlier) {
    const { groupIds } = fields;
    if (kind === 'teams' && Array.isArray(groupIds)) wanted.set(id, groupIds.map(String));
  }
  return (id) => wanted.get(id) ?? present.teams.get(id)?.groupIds ?? [];
}

function restrictingFinder({ present, earlier }: ReadContext): Finders['isRestricting'] {
  const found = new Set([...present.groups.values()].filter(isRestricting).map(({ id }) => id));
  for (const { kind, id, fields } of earlier)
    if (kind === 'groups' && (fields['hidden'] === true || fields['ranked'] === false)) found.add(id);
  return (id) => found.has(id);
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9';
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '');
}

/** `INST-42` and `INST-U-0042` are both 42, unless there is one whose id is written so. */
function institutionId(text: string | null, find: FindId): string | null {
  if (text === null || !/^INST-./i.test(text)) return text === null ? null : (find(text) ?? text);
  const id = text.slice('INST-'.length);
  const short = withoutZeros(id.replace(/^U-(?=.)/i, ''));
  return find(id) ?? find(short) ?? short;
}

/** Ids by id and by the id of ICPC. The first is preferred. */
function finder(kind: 'organisations' | 'groups', { present, earlier }: ReadContext): FindId {
  const ids = new Map<string, string>();
  for (const { id, icpcId } of present[kind].values()) if (icpcId !== null) ids.set(icpcId, id);
  for (const wish of earlier) {
    const { icpcId } = wish.fields;
    if (wish.kind === kind && typeof icpcId === 'string') ids.set(icpcId, wish.id);
  }
  for (const id of present[kind].keys()) ids.set(id, id);
  for (const wish of earlier) if (wish.kind === kind) ids.set(wish.id, wish.id);
  return (id) => ids.get(id);
}
