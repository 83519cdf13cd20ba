/** Files of people in any format: they are known by their names, as their standards call them. Pure; the cost grows with their length. */
import type { ImportedFile, PeopleKind, TablePreview } from '@sandglass/contracts';
import { checkedWishes } from './check-wishes.ts';
import { readClicsFile } from './clics-files.ts';
import { cmsValue, readCmsFile } from './cms-file.ts';
import { FaultList } from './fault-list.ts';
import { Names } from './names.ts';
import type { PresentPeople, Wish } from './people-rows.ts';
import { YamlBudget } from './structured-records.ts';
import { maxRows } from './separated-text.ts';
import { readTableFile } from './table-file.ts';
import { readTsvFile, type TsvKind } from './tsv-files.ts';

export interface ReadPeople {
  readonly wishes: readonly Wish[];
  readonly faults: FaultList;
  /** Of the files that are tables. */
  readonly tables: readonly TablePreview[];
}

const structured: Readonly<Record<string, PeopleKind>> = {
  organizations: 'organisations',
  organisations: 'organisations',
  groups: 'groups',
  teams: 'teams',
  persons: 'persons',
  accounts: 'accounts',
};
const tabbed: Readonly<Record<string, TsvKind>> = {
  institutions: 'institutions',
  institutions2: 'institutions',
  groups: 'groups',
  teams: 'teams',
  teams2: 'teams',
  accounts: 'accounts',
};
/** What others refer to is read first. */
const order = ['organisations', 'institutions', 'groups', 'teams', 'cms', 'table', 'persons', 'accounts'];

interface KnownFile {
  readonly file: ImportedFile;
  readonly format: 'structured' | 'tabbed' | 'table' | 'cms';
  readonly kind: string;
  readonly cms?: NonNullable<ReturnType<typeof cmsValue>>;
}

export function readPeopleFiles(files: readonly ImportedFile[], present: PresentPeople): ReadPeople {
  const faults = new FaultList();
  const names = new Names(present);
  const wishes: Wish[] = [];
  const tables: TablePreview[] = [];
  const yaml = new YamlBudget();
  const known = files
    .flatMap((file) => formatOf(file, faults))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const { file, format, kind, cms } of known) {
    const context = { present, earlier: [...wishes], names, faults };
    const readFile = (): readonly Wish[] => {
      if (format === 'structured')
        return readClicsFile(kind as PeopleKind, file.name, file.text, { faults, yaml });
      if (format === 'tabbed') return readTsvFile(kind as TsvKind, file.name, file.text, context);
      if (cms !== undefined) return readCmsFile(file.name, cms, context);
      const { wishes: rows, preview } = readTableFile(file, context);
      if (preview !== null) tables.push(preview);
      return rows;
    };
    const read = readFile();
    for (const wish of read) wishes.push(wish);
    if (format === 'structured' || format === 'cms') knowNames(read, present, names);
    if (wishes.length > maxRows) {
      faults.error(file.name, null, '', `too much at once: at most ${maxRows} rows can be imported`);
      break;
    }
  }
  const all = [...names.wishes, ...wishes];
  refuseRepeated(all, faults);
  return { wishes: checkedWishes(all, faults), faults, tables };
}

/** So that a table, which has names alone, means what the other files made. */
function knowNames(wishes: readonly Wish[], present: PresentPeople, names: Names): void {
  for (const { kind, id, fields } of wishes) {
    const text = (field: string): string | undefined => {
      const value = fields[field];
      return typeof value === 'string' ? value : undefined;
    };
    if (kind === 'organisations') {
      const before = present.organisations.get(id);
      const country = fields['country'] === undefined ? before?.country : text('country');
      names.knowOrganisation({ id, name: text('name') ?? before?.name ?? id, country: country ?? null });
    } else if (kind === 'groups')
      names.knowGroup({ id, name: text('name') ?? present.groups.get(id)?.name ?? id });
  }
}

function formatOf(file: ImportedFile, faults: FaultList): KnownFile[] {
  const base = file.name.toLowerCase().split(/[/\\]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const [stem, ending] = [base.slice(0, Math.max(dot, 0)), base.slice(dot + 1)];
  const cms = cmsValue(file.name, file.text);
  if (cms !== null) return [{ file, format: 'cms', kind: 'cms', cms }];
  if (['json', 'yaml', 'yml'].includes(ending) && Object.hasOwn(structured, stem))
    return [{ file, format: 'structured', kind: structured[stem] ?? '' }];
  if (ending === 'tsv' && Object.hasOwn(tabbed, stem))
    return [{ file, format: 'tabbed', kind: tabbed[stem] ?? '' }];
  if (['csv', 'txt'].includes(ending)) return [{ file, format: 'table', kind: 'table' }];
  faults.error(
    file.name,
    null,
    '',
    'is no file of people: they are called organizations, groups, teams, persons or accounts (.json, .yaml), institutions2, groups, teams or accounts (.tsv), are an export of ICPC’s registration system (.json), or are tables (.csv)',
  );
  return [];
}

/** Twice in one file is a mistake; two files may each know something of a team. */
function refuseRepeated(wishes: readonly Wish[], faults: FaultList): void {
  const lines = new Map<string, number | null>();
  for (const { kind, id, place } of wishes) {
    // Rows of teams name their organisation again and again.
    if (kind === 'organisations') continue;
    const key = `${kind}\u001f${id}\u001f${place.file}`;
    const first = lines.get(key);
    if (first === undefined) lines.set(key, place.line);
    else
      faults.error(
        place.file,
        place.line,
        place.names?.['id'] ?? 'id',
        `"${id.slice(0, 64)}" is in line ${first ?? '?'} already`,
      );
  }
}
