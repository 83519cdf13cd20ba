/**
 * What ICPC's registration system (icpc.global) gives as JSON, in the forms that tools of the field read: its export of a
 * contest (groups with teams, teams with members, names instead of ids), and its lists of institutions and teams. An object
 * that has the lists of a CLICS package by name is read as those files would be.
 */
import { peopleKinds, type PeopleKind } from '@sandglass/contracts';
import { given, readClicsRecords } from './clics-files.ts';
import type { FaultList } from './fault-list.ts';
import type { Place, PresentPeople, Wish } from './people-rows.ts';
import { maxRows } from './separated-text.ts';
import { slugOfName } from './slug-of-name.ts';
import type { ReadContext } from './tsv-files.ts';

type Json = Readonly<Record<string, unknown>>;

const clicsLists: Readonly<Record<string, PeopleKind>> = {
  organizations: 'organisations',
  groups: 'groups',
  teams: 'teams',
  persons: 'persons',
  accounts: 'accounts',
};

/** @returns null: it is another file, or no JSON */
export function cmsValue(name: string, text: string): Json | null {
  // A list is a file of a CLICS package.
  if (!/\.json$/i.test(name) || !/^[\uFEFF\s]*\{/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const names = ['icpcExport', 'contest', 'institutions', ...Object.keys(clicsLists)];
  return names.some((key) => Object.hasOwn(value, key)) ? value : null;
}

export function readCmsFile(file: string, value: Json, context: ReadContext): Wish[] {
  const wishes: Wish[] = [];
  const outer = isObject(value['icpcExport']) ? value['icpcExport'] : value;
  const contest = isObject(outer['contest']) ? outer['contest'] : null;
  const add = (more: readonly Wish[]): void => {
    for (const wish of more) wishes.push(wish);
  };
  const reader = new CmsReader(file, context);
  if (contest !== null) add(reader.contest(contest));
  add(listOf(outer['institutions']).flatMap((one) => reader.institution(one)));
  const teams = listOf(outer['teams']);
  const isCms = teams.some((team) => 'externalReservationId' in team || 'persons' in team);
  if (isCms) add(teams.flatMap((team) => reader.listedTeam(team)));
  for (const [list, kind] of Object.entries(clicsLists)) {
    const rows = outer[list];
    if (!Array.isArray(rows) || (list === 'teams' && isCms)) continue;
    const records = listOf(rows).map((fields) => ({ fields, line: null, isTyped: true }));
    add(readClicsRecords(kind, file, records, context.faults));
  }
  if (wishes.length === 0)
    context.faults.error(file, null, '', 'has no teams, institutions or groups in a form that is known');
  return wishes.toSorted((a, b) => peopleKinds.indexOf(a.kind) - peopleKinds.indexOf(b.kind));
}

class CmsReader {
  readonly #file: string;
  readonly #context: ReadContext;
  readonly #byIcpcId: ReadonlyMap<string, string>;
  readonly #place: Place;
  readonly #faults: FaultList;

  constructor(file: string, context: ReadContext) {
    this.#file = file;
    this.#context = context;
    this.#faults = context.faults;
    this.#place = { file, line: null };
    this.#byIcpcId = teamsByIcpcId(context.present);
  }

  /** The export of a contest. */
  contest(contest: Json): Wish[] {
    const groups = [...listOf(contest['group']), ...listOf(contest['groups'], 'group')];
    const skipped: string[] = [];
    const wishes = groups.flatMap((group): Wish[] => {
      const id = textOf(group['groupId']);
      const name = textOf(group['groupName']) ?? id;
      if (id === null || name === null) {
        this.#faults.error(this.#file, null, 'groupId', 'a group needs groupId and groupName');
        return [];
      }
      const teams = [...listOf(group['team']), ...listOf(group['teams'])].flatMap((team): Wish[] => {
        const status = textOf(team['status']);
        if (status === null || status.toUpperCase() === 'ACCEPTED') return this.#exportedTeam(team, id);
        skipped.push(`${textOf(team['teamName']) ?? '?'} (${status})`);
        return [];
      });
      this.#context.names.knowGroup({ id, name });
      return [this.#wish('groups', id, { icpcId: id, name }), ...teams];
    });
    if (skipped.length > 0) {
      const named = skipped.slice(0, 10).map((one) => one.slice(0, 60));
      const more = skipped.length > named.length ? ` and ${skipped.length - named.length} more` : '';
      const message = `teams that are not accepted are left out: ${named.join(', ')}${more}`;
      this.#faults.warning(this.#file, null, 'status', message);
    }
    return wishes;
  }

  institution(one: Json): Wish[] {
    const id = textOf(one['institutionId']);
    const formalName = textOf(one['name']);
    const name = textOf(one['shortName']) ?? formalName;
    if (id === null || name === null) {
      this.#faults.error(this.#file, null, 'institutionId', 'an institution needs institutionId and name');
      return [];
    }
    const country = textOf(one['country']) ?? undefined;
    this.#context.names.knowOrganisation({ id, name, country: country ?? null });
    return [this.#wish('organisations', id, { icpcId: id, name, formalName, country })];
  }

  /** Of the list of teams. */
  listedTeam(team: Json): Wish[] {
    const icpcId = textOf(team['externalReservationId']) ?? textOf(team['teamId']);
    const id = this.#teamId(icpcId, textOf(team['workstationId']));
    if (id === null) return this.#withoutId('externalReservationId', team['name']);
    const fields = {
      icpcId,
      name: textOf(team['name']) ?? undefined,
      organisationId: textOf(team['institutionId']) ?? undefined,
    };
    return [this.#wish('teams', id, fields), ...this.#persons(team['persons'], id)];
  }

  #exportedTeam(team: Json, group: string): Wish[] {
    const icpcId = textOf(team['teamId']) ?? textOf(team['reservationId']);
    const id = this.#teamId(icpcId, textOf(team['teamNumber']));
    if (id === null) return this.#withoutId('teamId', team['teamName']);
    const formalName = textOf(team['institutionName']) ?? textOf(team['instName']);
    const name = textOf(team['institutionShortName']) ?? formalName;
    const country = textOf(team['country']) ?? undefined;
    const organisationId =
      name === null ? undefined : this.#context.names.organisation(name, country, this.#place);
    const fields = {
      icpcId,
      name: textOf(team['teamName']) ?? undefined,
      organisationId,
      groupIds: [group],
    };
    const named =
      organisationId === undefined || formalName === null || formalName === name
        ? []
        : [this.#wish('organisations', organisationId, { formalName })];
    const members = isObject(team['teamMembers']) ? team['teamMembers']['teamMember'] : team['teamMembers'];
    return [...named, this.#wish('teams', id, fields), ...this.#persons(members ?? team['teamMember'], id)];
  }

  /** One person alone comes without a list around it. */
  #persons(persons: unknown, teamId: string): Wish[] {
    return listOf(persons).flatMap((person): Wish[] => {
      const first = textOf(person['firstName']) ?? textOf(person['firstname']);
      const last = textOf(person['lastName']) ?? textOf(person['lastname']);
      const name = [first, last].filter((part) => part !== null).join(' ') || textOf(person['name']);
      if (name === null) return [];
      const icpcId = textOf(person['personId']);
      const id = icpcId ?? `${teamId.slice(0, 24)}-${slugOfName(name, '', () => false)}`;
      const word = (textOf(person['teamRole']) ?? textOf(person['role']) ?? 'contestant').toLowerCase();
      const role = word.includes('coach') ? 'coach' : word === 'contestant' ? word : 'other';
      const email = textOf(person['email']) ?? undefined;
      return [
        this.#wish('persons', id, { icpcId: icpcId ?? undefined, name, email, role, teamIds: [teamId] }),
      ];
    });
  }

  /** The team that has come from there before keeps its id, also when it has got a number since. */
  #teamId(icpcId: string | null, number: string | null): string | null {
    return (icpcId === null ? undefined : this.#byIcpcId.get(icpcId)) ?? number ?? icpcId;
  }

  #withoutId(field: string, name: unknown): Wish[] {
    const of = textOf(name)?.slice(0, 60) ?? '?';
    this.#faults.error(this.#file, null, field, `is needed: team "${of}" has none`);
    return [];
  }

  #wish(kind: PeopleKind, id: string, fields: Json): Wish {
    return { kind, id, fields: given(fields), place: this.#place };
  }
}

function teamsByIcpcId({ teams }: PresentPeople): ReadonlyMap<string, string> {
  return new Map([...teams.values()].flatMap(({ id, icpcId }) => (icpcId === null ? [] : [[icpcId, id]])));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param inner where the list is in a field of an object */
function listOf(value: unknown, inner?: string): Json[] {
  if (inner !== undefined && isObject(value) && inner in value) return listOf(value[inner]);
  const all = Array.isArray(value) ? value.slice(0, maxRows + 1) : [value];
  return all.filter(isObject);
}

/** Ids are numbers in some of the forms; 0 says that there is none yet. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? null : String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
