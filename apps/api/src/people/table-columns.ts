/** What the columns of a table are: as somebody says, else as their titles say. What neither says is an error, never a guess. */
import {
  maxTableColumns,
  type ImportedFile,
  type TableColumn,
  type TablePreview,
} from '@sandglass/contracts';
import type { FaultList } from './fault-list.ts';
import { parseSeparated, separatorOf, UnclosedQuote, type TextRow } from './separated-text.ts';

export type Column = Exclude<TableColumn, 'ignore'>;
/** By column, where it is; members may have several. */
export type ColumnPlaces = ReadonlyMap<Column, readonly number[]>;

/** What people call the columns, without capitals, spaces, digits and signs. */
const called: Readonly<Record<TableColumn, readonly string[]>> = {
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
  members: ['member', 'members', 'teammember', 'teammembers', 'contestant', 'contestants'],
  coaches: ['coach', 'coaches'],
  username: ['username', 'user', 'login', 'account'],
  password: ['password'],
  ignore: [],
};
const columns = new Map(
  Object.entries(called).flatMap(([column, names]) =>
    names.map((name) => [name, column as TableColumn] as const),
  ),
);
const several: ReadonlySet<TableColumn> = new Set(['members', 'coaches', 'ignore']);

const previewRows = 5;
const previewCharacters = 80;

export interface ReadTable {
  /** Null: the columns are not clear, which has been reported. */
  readonly places: ColumnPlaces | null;
  readonly lines: readonly TextRow[];
  readonly preview: TablePreview;
}

/** @returns null: it is no table, which has been reported */
export function readTable(
  { name: file, text, columns: said, head }: ImportedFile,
  faults: FaultList,
): ReadTable | null {
  let rows;
  try {
    rows = parseSeparated(text, separatorOf(text));
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    faults.error(file, error.line, '', error.message);
    return null;
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (rows.length === 0 || width > maxTableColumns) {
    const message = width === 0 ? 'is empty' : `must have at most ${maxTableColumns} columns, not ${width}`;
    faults.error(file, 1, '', message);
    return null;
  }
  const first = rows[0]?.cells ?? [];
  const hasTitles = head ?? first.some((title) => ['id', 'name'].includes(columnNamed(title) ?? ''));
  const titles = hasTitles ? first : [];
  const lines = hasTitles ? rows.slice(1) : rows;
  const meant = Array.from(
    { length: width },
    (_, index) => said?.[index] ?? columnNamed(titles[index] ?? ''),
  );
  const preview: TablePreview = {
    file,
    head: hasTitles,
    columns: meant.map((column, index) => ({
      title: hasTitles ? cut(titles[index] ?? '') : null,
      column,
    })),
    rows: lines.slice(0, previewRows).map(({ cells }) => cells.map(cut)),
  };
  return { places: placesOf(file, { meant, titles, hasTitles }, lines, faults), lines, preview };
}

function placesOf(
  file: string,
  {
    meant,
    titles,
    hasTitles,
  }: { meant: readonly (TableColumn | null)[]; titles: readonly string[]; hasTitles: boolean },
  lines: readonly TextRow[],
  faults: FaultList,
): ColumnPlaces | null {
  const places = new Map<Column, number[]>();
  let isClear = true;
  const report = (index: number, message: string): void => {
    isClear = false;
    faults.error(file, hasTitles ? 1 : null, titles[index]?.slice(0, 40) || `column ${index + 1}`, message);
  };
  // Without titles and without anything said, one sentence is enough.
  if (!hasTitles && meant.every((column) => column === null)) {
    const what = 'must name its columns in the first line, "name" or "id" among them, or say what each is';
    faults.error(file, 1, '', what);
    return null;
  }
  for (const [index, column] of meant.entries()) {
    if (column === null) {
      // A spreadsheet has empty columns at its end.
      if (titles[index] || lines.some(({ cells }) => (cells[index] ?? '') !== ''))
        report(index, 'is no column that is known: say what it is, or that it is not to be read');
    } else if (column !== 'ignore') {
      const earlier = places.get(column);
      if (earlier !== undefined && !several.has(column))
        report(index, `means the same as an earlier column (${column})`);
      else places.set(column, [...(earlier ?? []), index]);
    }
  }
  if (!places.has('name') && !places.has('id')) {
    faults.error(file, 1, '', 'must have a column for the name or the id of a team');
    isClear = false;
  }
  return isClear ? places : null;
}

function columnNamed(title: string): TableColumn | null {
  return title.length > 60 ? null : (columns.get(title.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null);
}

function cut(text: string): string {
  return text.slice(0, previewCharacters);
}
