/**
 * The people of a CLICS contest package: `organizations`, `groups`, `teams`, `persons` and `accounts`, as JSON or YAML. DOMjudge's
 * further fields of groups (`sortorder`, `color`, `allow_self_registration`) are read as well, and `out_of_ranking`, our own.
 */
import type { PeopleKind } from '@sandglass/contracts';
import { knownTypes, roleOfType } from './account-types.ts';
import type { FaultList } from './fault-list.ts';
import type { Wish } from './people-rows.ts';
import { RecordFields } from './record-fields.ts';
import { structuredRecords, type ReadRecords, type StructuredRecord } from './structured-records.ts';

/** Our names of fields, and those of the files. */
export const clicsNames: Readonly<Record<string, string>> = {
  icpcId: 'icpc_id',
  formalName: 'formal_name',
  sortOrder: 'sortorder',
  colour: 'color',
  ranked: 'out_of_ranking',
  selfRegistration: 'allow_self_registration',
  displayName: 'display_name',
  organisationId: 'organization_id',
  groupIds: 'group_ids',
  teamId: 'team_id',
  teamIds: 'team_ids',
  addresses: 'ip',
};

interface Read {
  readonly id: string | null | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
}

const readers: Readonly<Record<PeopleKind, (from: RecordFields) => Read>> = {
  organisations: (from) => ({
    id: from.text('id'),
    fields: {
      icpcId: from.text('icpc_id'),
      name: from.text('name') ?? from.text('shortname') ?? undefined,
      formalName: from.text('formal_name'),
      country: from.text('country'),
    },
  }),
  groups: (from) => {
    const guests = from.boolean('out_of_ranking');
    return {
      id: from.text('id'),
      fields: {
        icpcId: from.text('icpc_id'),
        name: from.text('name') ?? undefined,
        type: from.text('type'),
        colour: from.text('color'),
        sortOrder: from.integer('sortorder'),
        hidden: from.boolean('hidden'),
        ranked: guests === undefined ? undefined : !guests,
        selfRegistration: from.boolean('allow_self_registration'),
      },
    };
  },
  teams: (from) => ({
    id: from.text('id'),
    fields: {
      icpcId: from.text('icpc_id'),
      label: from.text('label'),
      name: from.text('name') ?? undefined,
      displayName: from.text('display_name'),
      organisationId: from.text('organization_id'),
      country: from.text('country'),
      groupIds: from.ids('group_ids'),
      location: from.described('location'),
      hidden: from.boolean('hidden'),
    },
  }),
  persons: (from) => {
    const one = from.text('team_id');
    return {
      id: from.text('id'),
      fields: {
        icpcId: from.text('icpc_id'),
        name: from.text('name') ?? undefined,
        title: from.text('title'),
        email: from.text('email'),
        role: from.text('role') ?? undefined,
        teamIds: from.ids('team_ids') ?? (one === undefined ? undefined : one === null ? [] : [one]),
      },
    };
  },
  accounts: (from) => {
    const type = from.text('type');
    const role = typeof type === 'string' ? roleOfType(type) : undefined;
    if (typeof type === 'string' && role === undefined)
      from.error('type', `must be one of ${knownTypes}, not "${type.slice(0, 40)}"`);
    const id = from.text('id');
    return {
      id: from.text('username') ?? id,
      fields: {
        displayName: from.text('name') ?? undefined,
        role,
        teamId: from.text('team_id'),
        addresses: addressesOf(from.text('ip')),
      },
      password: from.password('password'),
    };
  },
};

export function readClicsFile(kind: PeopleKind, file: string, text: string, context: ReadRecords): Wish[] {
  return readClicsRecords(kind, file, structuredRecords(file, text, context), context.faults);
}

export function readClicsRecords(
  kind: PeopleKind,
  file: string,
  records: readonly StructuredRecord[],
  faults: FaultList,
): Wish[] {
  const unread = new Set<string>();
  const wishes = records.flatMap((record): Wish[] => {
    const from = new RecordFields(file, record, faults);
    const { id, fields, password } = readers[kind](from);
    for (const name of from.unread()) unread.add(name);
    if (typeof id !== 'string') {
      from.error(kind === 'accounts' ? 'username' : 'id', 'is needed');
      return [];
    }
    return [
      {
        kind,
        id,
        fields: given(fields),
        ...(password === undefined ? {} : { password }),
        place: { file, line: record.line, names: clicsNames },
      },
    ];
  });
  const names = [...unread].slice(0, 20).map((name) => name.slice(0, 40));
  if (names.length > 0) faults.warning(file, null, '', `is not kept: ${names.join(', ')}`);
  return wishes;
}

/** One in the standard; several of ours, separated by commas. Registration systems write null where they know none: what is there stays. */
function addressesOf(ip: string | null | undefined): string[] | undefined {
  return ip == null ? undefined : ip.split(',', 21).filter((one) => one.trim() !== '');
}

/** Without what is not given. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
