/** Organisations, groups, teams, persons and accounts as they are in the database, and what is to be changed of them. */
import {
  accountOfPeopleSchema,
  organisationSchema,
  personSchema,
  teamGroupSchema,
  teamSchema,
  type AccountOfPeople,
  type Organisation,
  type PeopleKind,
  type Person,
  type Team,
  type TeamGroup,
} from '@sandglass/contracts';

export interface RowsOf {
  readonly organisations: Organisation;
  readonly groups: TeamGroup;
  readonly teams: Team;
  readonly persons: Person;
  readonly accounts: AccountOfPeople;
}
export type PeopleRow = RowsOf[PeopleKind];

/** All people of the system, by kind and id. */
export type PresentPeople = { readonly [Kind in PeopleKind]: ReadonlyMap<string, RowsOf[Kind]> };

/** Where something was read; a page has neither file nor line. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
  /** What the file calls our fields, where it calls them otherwise. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What somebody wants of one of them: what is left out stays as it is. */
export interface Wish {
  readonly kind: PeopleKind;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of an account: to be set. */
  readonly password?: string;
  readonly place: Place;
}

/** A field as it is when nobody has said anything of it. */
const empty: { readonly [Kind in PeopleKind]: (id: string) => Record<string, unknown> } = {
  organisations: (id) => ({ id, icpcId: null, name: id, formalName: null, country: null }),
  groups: (id) => ({
    id,
    icpcId: null,
    name: id,
    type: null,
    colour: null,
    sortOrder: 0,
    hidden: false,
    ranked: true,
    selfRegistration: false,
    bindAddress: false,
    autoLogin: false,
  }),
  teams: (id) => ({
    id,
    icpcId: null,
    label: null,
    name: id,
    displayName: null,
    organisationId: null,
    country: null,
    groupIds: [],
    location: null,
    hidden: false,
  }),
  persons: (id) => ({
    id,
    icpcId: null,
    name: id,
    title: null,
    email: null,
    role: 'contestant',
    teamIds: [],
  }),
  accounts: (id) => ({ id, displayName: id, role: 'contestant', teamId: null, addresses: [] }),
};

const schemas = {
  organisations: organisationSchema,
  groups: teamGroupSchema,
  teams: teamSchema,
  persons: personSchema,
  accounts: accountOfPeopleSchema,
} as const;

/** What one of these is called in a message. */
export const nouns: Readonly<Record<PeopleKind, string>> = {
  organisations: 'organisation',
  groups: 'group',
  teams: 'team',
  persons: 'person',
  accounts: 'account',
};

export function emptyRow(kind: PeopleKind, id: string): Record<string, unknown> {
  return empty[kind](id);
}

/** The row, or what is wrong with its fields. */
export function checkRow(
  kind: PeopleKind,
  row: Readonly<Record<string, unknown>>,
):
  | { readonly row: PeopleRow; readonly faults: null }
  | { readonly row: null; readonly faults: readonly { field: string; message: string }[] } {
  const result = schemas[kind].safeParse(row);
  if (result.success) return { row: result.data, faults: null };
  return {
    row: null,
    faults: result.error.issues
      .slice(0, 10)
      .map(({ path, message }) => ({ field: path.map(String).join('.'), message })),
  };
}

export function nameOf(row: PeopleRow): string {
  if (!('name' in row)) return row.displayName;
  return 'displayName' in row && row.displayName !== null ? row.displayName : row.name;
}
