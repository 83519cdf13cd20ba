/** A table with a line for each team: CSV, or what was copied from a spreadsheet. */
import type { ImportedFile, TablePreview } from '@sandglass/contracts';
import { given } from './clics-files.ts';
import type { TextRow } from './separated-text.ts';
import { readTable, type Column, type ColumnPlaces } from './table-columns.ts';
import { slugOfName } from './slug-of-name.ts';
import type { ReadContext } from './tsv-files.ts';
import type { Wish } from './people-rows.ts';

/** An unknown word must not show a team. */
const yesAndNo = new Map([
  ...['yes', 'y', 'true', 'on', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', 'off', '0', '-'].map((word) => [word, false] as const),
]);

export function readTableFile(
  file: ImportedFile,
  context: ReadContext,
): { readonly wishes: Wish[]; readonly preview: TablePreview | null } {
  const { faults } = context;
  const table = readTable(file, faults);
  if (table === null) return { wishes: [], preview: null };
  const { places, lines, preview } = table;
  return { wishes: places === null ? [] : readLines(file.name, places, lines, context), preview };
}

function readLines(
  file: string,
  places: ColumnPlaces,
  lines: readonly TextRow[],
  context: ReadContext,
): Wish[] {
  const known = new Map([...context.present.teams.values()].map(({ id, name }) => [id, name]));
  for (const { kind, id, fields } of context.earlier) {
    const name = fields['name'];
    if (kind === 'teams') known.set(id, typeof name === 'string' ? name : (known.get(id) ?? id));
  }
  const taken = new Set(known.keys());
  return lines.flatMap(({ cells, line }) => {
    const inColumns = (column: Column): string[] | undefined =>
      places.get(column)?.map((at) => cells[at] ?? '');
    return readLine(
      inColumns,
      { file, line, names: { groupIds: 'group', organisationId: 'organisation' } },
      context,
      { known, taken },
    );
  });
}

interface TeamIds {
  /** Names of teams by id, of the database and of earlier files. */
  readonly known: ReadonlyMap<string, string>;
  /** Those of the lines before as well. */
  readonly taken: Set<string>;
}

function readLine(
  inColumns: (column: Column) => string[] | undefined,
  place: Wish['place'],
  { names, faults }: ReadContext,
  { known, taken }: TeamIds,
): Wish[] {
  const cell = (column: Column): string | undefined => inColumns(column)?.[0];
  /** An empty cell empties the field, where the column is there. */
  const text = (column: Column): string | null | undefined => {
    const found = cell(column);
    return found === '' ? null : found;
  };
  const name = text('name') ?? undefined;
  const id = text('id') ?? idOfName(name, { known, taken });
  if (id === undefined) {
    faults.error(place.file, place.line, 'name', 'is needed');
    return [];
  }
  taken.add(id);
  const country = text('country');
  const affiliation = text('affiliation');
  const hiddenWord = cell('hidden')?.toLowerCase() ?? '';
  const hidden = yesAndNo.get(hiddenWord);
  if (hiddenWord !== '' && hidden === undefined)
    faults.error(
      place.file,
      place.line,
      'hidden',
      `must be one of ${[...yesAndNo.keys()].join(', ')}, or empty: it stays`,
    );
  const groupIds = listed(cell('groupIds'));
  const groupNames = listed(cell('groups'));
  const fields = {
    icpcId: text('icpcId'),
    label: text('label'),
    name,
    displayName: text('displayName'),
    organisationId:
      text('organisationId') ??
      (typeof affiliation === 'string' ? names.organisation(affiliation, country, place) : affiliation),
    country: typeof affiliation === 'string' ? undefined : country,
    // Where a table has both columns, a team has ids or names.
    groupIds:
      groupNames === undefined || (groupIds !== undefined && groupIds.length > 0)
        ? groupIds
        : groupNames.map((group) => names.group(group, place)),
    location: text('location'),
    hidden,
  };
  const wishes: Wish[] = [{ kind: 'teams', id, fields: given(fields), place }];
  const username = text('username');
  const password = text('password');
  if (typeof username === 'string') {
    const account = given({ displayName: name, role: 'contestant', teamId: id });
    const columnsOfAccount = { id: 'username', displayName: 'name' };
    wishes.push({
      kind: 'accounts',
      id: username,
      fields: account,
      ...(typeof password === 'string' ? { password } : {}),
      place: { ...place, names: columnsOfAccount },
    });
  } else if (typeof password === 'string')
    faults.error(place.file, place.line, 'password', 'needs a username beside it');
  for (const role of ['members', 'coaches'] as const)
    for (const cells of inColumns(role) ?? [])
      for (const person of listed(cells) ?? []) wishes.push(personWish(person, role, id, place));
  return wishes;
}

/** The team that has the name, else a new id. */
function idOfName(name: string | undefined, { known, taken }: TeamIds): string | undefined {
  if (name === undefined) return undefined;
  const slug = slugOfName(name, '', () => false);
  return known.get(slug) === name ? slug : slugOfName(name, '', (one) => taken.has(one));
}

/** The same person of the same team is the same one in the next import. */
function personWish(name: string, column: 'members' | 'coaches', teamId: string, place: Wish['place']): Wish {
  const role = column === 'members' ? 'contestant' : 'coach';
  const id = `${teamId.slice(0, 24)}-${slugOfName(name, '', () => false)}`;
  const names = { name: column, id: column, teamIds: column };
  return { kind: 'persons', id, fields: { name, role, teamIds: [teamId] }, place: { ...place, names } };
}

function listed(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(/[|;]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
