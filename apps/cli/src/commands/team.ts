import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SandglassClient } from '@sandglass/client';
import { peopleKinds, tableColumns, type ImportedFile, type ImportPeopleAnswer } from '@sandglass/contracts';
import { adminOptions, clientOf } from '../platform/admin-words.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

const options = {
  contest: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'must-change': { type: 'boolean', default: false },
  columns: { type: 'string' },
  'no-titles': { type: 'boolean', default: false },
  format: { type: 'string' },
  ...adminOptions,
} as const;

function parse(argv: readonly string[]) {
  return readWords(argv, { most: 21, options });
}
type Values = ReturnType<typeof parse>['values'];

/** As the api takes them. */
const maxFileBytes = 8 * 1024 * 1024;

export const command: Command = {
  name: 'team',
  summary: 'list teams, import them from files, export them',
  usage: `Usage: ./sandglass team list [--json]
       ./sandglass team import FILE… [--contest CONTEST] [--dry-run] [--json]
       ./sandglass team export FOLDER [--format clics|tsv] [--contest CONTEST]

Files: organizations, groups, teams, persons, accounts (.json, .yaml) of a CLICS contest package; institutions2,
groups, teams, teams2, accounts (.tsv) of ICPC; the JSON of ICPC's registration system; tables (.csv, .txt). All is
imported, or nothing.

Options:
  --contest CONTEST  import: the teams take part in it; export: only its teams
  --must-change passwords of the files must be changed at the next login
  --columns LIST  import of one table: what each of its columns is, such as \`id,name,affiliation,ignore\`;
                an empty one is known by its title. Columns: ${tableColumns.join(', ')}
  --no-titles   import of one table: its first line is a team
  --dry-run     show what would be done, and do nothing
  --format      of an export: a contest package (clics, the default) or ICPC's files (tsv)
  --json        one JSON object, for programs
  --url URL, --user NAME, --password-file FILE, --data DIR
                default: what \`up\` started on this machine, asked as its operator: needs root, and no password`,
  async run(argv) {
    const { values, positionals } = parse(argv);
    const [verb, ...words] = positionals;
    refuseOthers(verb, values);
    if (verb === 'list' && words.length === 0) return list(clientOf(values), values.json);
    if (verb === 'import') {
      if (words.length === 0) throw new UsageError('team import: name at least one file');
      return importFiles(clientOf(values), words, values);
    }
    if (verb === 'export') {
      const [folder, extra] = words;
      if (folder === undefined || extra !== undefined)
        throw new UsageError('team export: name one folder for the files');
      return exportFiles(clientOf(values), folder, values);
    }
    throw new UsageError('say `team list`, `team import FILE…` or `team export FOLDER`');
  },
};

/** @throws UsageError for an option that would be ignored */
function refuseOthers(verb: string | undefined, values: Values): void {
  if (values['dry-run'] && verb !== 'import') throw new UsageError('--dry-run goes with `team import`');
  if (values['must-change'] && verb !== 'import')
    throw new UsageError('--must-change goes with `team import`');
  if ((values.columns !== undefined || values['no-titles']) && verb !== 'import')
    throw new UsageError('--columns and --no-titles go with `team import`');
  if (values.format !== undefined && verb !== 'export')
    throw new UsageError('--format goes with `team export`');
  if (values.contest !== undefined && verb === 'list')
    throw new UsageError('--contest goes with `team import` and `team export`');
  if (values.json && verb === 'export')
    throw new UsageError('--json goes with `team list` and `team import`');
}

async function list(client: SandglassClient, json: boolean): Promise<number> {
  const people = await client.people.list();
  if (json) {
    sayJson(people);
    return 0;
  }
  const organisations = new Map(people.organisations.map(({ id, name }) => [id, name]));
  const groups = new Map(people.groups.map(({ id, name }) => [id, name]));
  if (people.teams.length === 0) say('there is no team');
  for (const { id, name, displayName, organisationId, groupIds, location, hidden } of people.teams) {
    const parts = [
      organisations.get(organisationId ?? ''),
      groupIds.map((group) => groups.get(group) ?? group).join(', '),
      location,
      hidden ? 'hidden' : null,
    ].filter((part) => part != null && part !== '');
    say([`${id}  ${displayName ?? name}`, ...parts].join(' · '));
  }
  return 0;
}

async function importFiles(
  client: SandglassClient,
  paths: readonly string[],
  values: Values,
): Promise<number> {
  const files = withColumns(await Promise.all(paths.map(readPeopleFile)), values);
  const { contest } = values;
  const answer = await client.people.import(files, {
    dryRun: values['dry-run'],
    contest,
    mustChange: values['must-change'],
  });
  const isWrong = answer.faults.some(({ severity }) => severity === 'error');
  if (values.json) sayJson(answer);
  else for (const line of linesOf(answer)) say(line);
  return isWrong ? 1 : 0;
}

function linesOf({ imported, counts, joining, faults }: ImportPeopleAnswer): string[] {
  return [
    ...faults.map(({ severity, file, line, field, message }) =>
      [`${severity}: ${file}${line === null ? '' : `:${String(line)}`}`, field, message]
        .filter((part) => part !== '')
        .join(' '),
    ),
    ...peopleKinds.map((kind) => {
      const { created, changed, same } = counts[kind];
      return `${kind}: ${String(created)} new, ${String(changed)} changed, ${String(same)} the same`;
    }),
    ...(joining.length === 0 ? [] : [`into the contest: ${String(joining.length)} teams`]),
    imported ? 'imported' : 'nothing was changed',
  ];
}

/** @throws UsageError for columns that there are not, or for several files */
function withColumns(
  files: readonly ImportedFile[],
  { columns: list, 'no-titles': noTitles }: Values,
): readonly ImportedFile[] {
  if (list === undefined && !noTitles) return files;
  if (files.length !== 1) throw new UsageError('--columns and --no-titles are for one table: name one file');
  const columns = list?.split(',').map((name) => {
    if (name.trim() === '') return null;
    const column = tableColumns.find((one) => one === name.trim());
    if (column === undefined)
      throw new UsageError(`--columns: there is no column "${name}"; there are ${tableColumns.join(', ')}`);
    return column;
  });
  return files.map((file) => ({
    ...file,
    ...(columns === undefined ? {} : { columns }),
    ...(noTitles ? { head: false } : {}),
  }));
}

async function readPeopleFile(path: string): Promise<ImportedFile> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) throw new UsageError(`there is no file ${path}`);
  if (found.size > maxFileBytes) throw new UsageError(`${path} has more than ${String(maxFileBytes)} bytes`);
  return { name: basename(path), text: await readFile(path, 'utf8') };
}

async function exportFiles(client: SandglassClient, folder: string, values: Values): Promise<number> {
  const { format = 'clics', contest } = values;
  if (format !== 'clics' && format !== 'tsv')
    throw new UsageError(`--format must be clics or tsv, not "${format}"`);
  const files = await client.people.export(format, contest);
  await mkdir(folder, { recursive: true });
  for (const { name, text } of files) {
    const path = join(folder, basename(name));
    await writeFile(path, text);
    say(path);
  }
  return 0;
}
