/** A table with a line for each team and the names of its columns in the first: CSV, or what was copied from a spreadsheet. */
import { given } from './clics-files.ts';
import { parseSeparated, separatorOf, UnclosedQuote } from './separated-text.ts';
import { slugOfName } from './slug-of-name.ts';
import type { ReadContext } from './tsv-files.ts';
import type { Wish } from './people-rows.ts';

type Column =
  | 'id'
  | 'icpcId'
  | 'label'
  | 'name'
  | 'displayName'
  | 'organisationId'
  | 'affiliation'
  | 'country'
  | 'groupIds'
  | 'groups'
  | 'location'
  | 'hidden'
  | 'username'
  | 'password';

/** What people call the columns, without capitals, spaces and signs. */
const called: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'teamid', 'number', 'teamnumber', 'externalid'],
  icpcId: ['icpcid'],
  label: ['label'],
  name: ['name', 'teamname', 'team'],
  displayName: ['displayname'],
  organisationId: ['organisationid', 'organizationid', 'affiliationid', 'institutionid'],
  affiliation: ['organisation', 'organization', 'affiliation', 'institution', 'university', 'school'],
  country: ['country', 'countrycode'],
  groupIds: ['groupid', 'groupids', 'categoryid'],
  groups: ['group', 'groups', 'category', 'categories'],
  location: ['location', 'seat', 'room', 'place'],
  hidden: ['hidden'],
  username: ['username', 'user', 'login', 'account'],
  password: ['password'],
};
const columns = new Map(
  Object.entries(called).flatMap(([column, names]) => names.map((name) => [name, column as Column] as const)),
);

/** An unknown word must not show a team. */
const yesAndNo = new Map([
  ...['yes', 'y', 'true', 'on', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', 'off', '0', '-'].map((word) => [word, false] as const),
]);

export function readTableFile(file: string, text: string, context: ReadContext): Wish[] {
  const { faults } = context;
  let rows;
  try {
    rows = parseSeparated(text, separatorOf(text));
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    faults.error(file, error.line, '', error.message);
    return [];
  }
  const [head, ...lines] = rows;
  const places = new Map<Column, number>();
  for (const [index, name] of (head?.cells ?? []).entries()) {
    const column = columns.get(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
    if (column === undefined)
      faults.warning(file, 1, name.slice(0, 40), 'is no column that is known: it is not read');
    else if (places.has(column))
      faults.error(file, 1, name.slice(0, 40), `means the same as an earlier column (${column})`);
    else places.set(column, index);
  }
  if (!places.has('name') && !places.has('id')) {
    faults.error(file, 1, '', 'must name its columns in the first line, "name" or "id" among them');
    return [];
  }
  const known = new Map([...context.present.teams.values()].map(({ id, name }) => [id, name]));
  for (const { kind, id, fields } of context.earlier) {
    const name = fields['name'];
    if (kind === 'teams') known.set(id, typeof name === 'string' ? name : (known.get(id) ?? id));
  }
  const taken = new Set(known.keys());
  return lines.flatMap(({ cells, line }) => {
    const cell = (column: Column): string | undefined => {
      const at = places.get(column);
      return at === undefined ? undefined : (cells[at] ?? '');
    };
    return readLine(
      cell,
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
  cell: (column: Column) => string | undefined,
  place: Wish['place'],
  { names, faults }: ReadContext,
  { known, taken }: TeamIds,
): Wish[] {
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
  return wishes;
}

/** The team that has the name, else a new id. */
function idOfName(name: string | undefined, { known, taken }: TeamIds): string | undefined {
  if (name === undefined) return undefined;
  const slug = slugOfName(name, '', () => false);
  return known.get(slug) === name ? slug : slugOfName(name, '', (one) => taken.has(one));
}

function listed(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(/[|;]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
