/**
 * Reads the zip of a contest package that a stranger may have made: unpacked within bounds, every file compared with its
 * checksum, every row a JSON object that names nothing but rows of the same package. What it says of the rest of its
 * columns PostgreSQL checks by their types.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contestEventDataSchema } from '@sandglass/contracts';
import { sha256File, unzipSafely, type PackageBounds } from '@sandglass/problem-package';
import { z } from 'zod';
import { fileColumns, fileDocuments } from '../files/blob-repository.ts';
import {
  displaySchema,
  includesSchema,
  limitsSchema,
  storedFilesSchema,
  validatorSchema,
} from '../problems/problem-rows.ts';
import { PackageFault } from './package-fault.ts';
import {
  checksumPath,
  filePath,
  formatVersion,
  headerPath,
  packageHeaderSchema,
  rowsPath,
  type PackageHeader,
} from './package-format.ts';
import { packagedTableNames, packagedTables, type PackagedTableName } from './package-row-conditions.ts';
import { rowLines } from './row-lines.ts';

const gibi = 1024 ** 3;
/** A contest of 20 000 submissions with 15 large problems, and room. Rows of many equal runs are packed very well. */
export const contestPackageBounds: PackageBounds = {
  entries: 250_000,
  fileBytes: 4 * gibi,
  totalBytes: 16 * gibi,
  ratio: 1100,
  ratioFloorBytes: 100 * 1024 * 1024,
  depth: 8,
  yamlBytes: 0,
};
const maxHeaderBytes = 1024 * 1024;
const maxChecksumBytes = 64 * 1024 * 1024;
/** Rows that are compared with what is here are held in memory: nobody has more teams. */
const maxRegisterRows = 20_000;

/** Tables whose rows have ids that people choose: they may be here already. */
export const registerTables = [
  'organisation',
  'team_group',
  'team',
  'team_group_member',
  'person',
  'account',
  'problem',
  'problem_version',
] as const satisfies readonly PackagedTableName[];
export type RegisterTable = (typeof registerTables)[number];
export type Row = Readonly<Record<string, unknown>>;

export interface ReadContestPackage {
  readonly header: PackageHeader;
  readonly counts: Readonly<Record<PackagedTableName, number>>;
  /** Of each table, of its first row: all have the same. */
  readonly columns: Readonly<Partial<Record<PackagedTableName, readonly string[]>>>;
  readonly register: Readonly<Record<RegisterTable, readonly Row[]>>;
  /** Of submissions, judgings and rejudgings. */
  readonly ids: readonly string[];
  readonly files: readonly { readonly sha256: string; readonly bytes: number }[];
  readonly bytes: number;
  /** SHA-256 over all checksums: which package it is. */
  readonly digest: string;
}

/** @throws PackageFault, PackageError of the zip */
export async function readContestPackage(archive: string, folder: string): Promise<ReadContestPackage> {
  await unzipSafely(archive, folder, contestPackageBounds);
  const header = await readHeader(folder);
  const { files, bytes } = await checkFiles(folder);
  const rows = new RowChecks(header.contest);
  for (const table of packagedTableNames) {
    rows.begin(table);
    for await (const line of rowLines(createReadStream(join(folder, rowsPath(table))), rowsPath(table)))
      rows.check(line);
  }
  rows.end();
  const stored = new Set(files.map(({ sha256 }) => sha256));
  const missing = [...rows.named].find((sha256) => !stored.has(sha256));
  if (missing !== undefined) throw new PackageFault(`it lacks ${filePath(missing)}, which its rows name`);
  return {
    header,
    counts: rows.counts,
    columns: rows.columns,
    register: rows.register,
    ids: rows.ownIds(),
    files,
    bytes,
    digest: await sha256File(join(folder, checksumPath)),
  };
}

async function readHeader(folder: string): Promise<PackageHeader> {
  const text = await smallFile(folder, headerPath, maxHeaderBytes);
  const read = packageHeaderSchema.safeParse(jsonOf(text, headerPath));
  if (!read.success) throw new PackageFault(`${headerPath}: ${z.prettifyError(read.error).slice(0, 300)}`);
  if (read.data.version > formatVersion)
    throw new PackageFault(
      `it has version ${String(read.data.version)} of the format, and this installation reads versions up to ${String(formatVersion)}: bring it to the newer software first`,
    );
  return read.data;
}

async function smallFile(folder: string, path: string, maxBytes: number): Promise<string> {
  const place = join(folder, path);
  const found = await stat(place).catch(() => null);
  if (found?.isFile() !== true) throw new PackageFault(`it has no ${path}: it is no package of a contest`);
  if (found.size > maxBytes) throw new PackageFault(`${path} has more than ${String(maxBytes)} bytes`);
  return readFile(place, 'utf8');
}

/** Compares all files with their checksums. @returns those that are stored by their hash */
async function checkFiles(
  folder: string,
): Promise<{ files: { sha256: string; bytes: number }[]; bytes: number }> {
  const files: { sha256: string; bytes: number }[] = [];
  const listed = new Set<string>();
  let bytes = 0;
  for (const line of (await smallFile(folder, checksumPath, maxChecksumBytes)).split('\n')) {
    if (line === '') continue;
    const [sha256, path] = [line.slice(0, 64), line.slice(66)];
    if (!/^[0-9a-f]{64}$/.test(sha256) || line.slice(64, 66) !== '  ' || !isPlainPath(path))
      throw new PackageFault(`${checksumPath} has a line that is no checksum: ${line.slice(0, 100)}`);
    const found = await stat(join(folder, path)).catch(() => null);
    if (found?.isFile() !== true) throw new PackageFault(`${path} is missing`);
    if ((await sha256File(join(folder, path))) !== sha256)
      throw new PackageFault(`${path} is not what was exported: its checksum is another one`);
    listed.add(path);
    bytes += found.size;
    if (path === filePath(sha256)) files.push({ sha256, bytes: found.size });
  }
  for (const path of [headerPath, ...packagedTableNames.map(rowsPath)])
    if (!listed.has(path)) throw new PackageFault(`${checksumPath} has no line for ${path}`);
  return { files, bytes };
}

function isPlainPath(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0');
}

export function jsonOf(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PackageFault(`${place} is no JSON`);
  }
}

/** Columns that the api reads as they are. */
const documents: Readonly<Partial<Record<PackagedTableName, Readonly<Record<string, z.ZodType>>>>> = {
  contest_event: { data: contestEventDataSchema },
  problem_version: {
    names: z.record(z.string(), z.string()),
    limits: limitsSchema,
    validator: validatorSchema,
    includes: includesSchema,
  },
  test_case: { files: storedFilesSchema, display: displaySchema },
  statement: { resources: storedFilesSchema },
  jury_submission: { files: storedFilesSchema },
};

/** By table, the columns that name stored files. */
const namingColumns = Map.groupBy([...fileColumns, ...fileDocuments], (place) => place.split('.')[0] ?? '');

const rowSchema = z.record(z.string(), z.unknown());

class RowChecks {
  readonly counts = Object.fromEntries(packagedTableNames.map((name) => [name, 0])) as Record<
    PackagedTableName,
    number
  >;
  readonly columns: Partial<Record<PackagedTableName, readonly string[]>> = {};
  readonly register: Record<RegisterTable, Row[]> = {
    organisation: [],
    team_group: [],
    team: [],
    team_group_member: [],
    person: [],
    account: [],
    problem: [],
    problem_version: [],
  };
  /** Stored files that its rows name. */
  readonly named = new Set<string>();
  readonly #contest: string;
  readonly #ids = new Map<PackagedTableName, Set<string>>();
  #table: PackagedTableName = 'organisation';
  #lastSeq = 0;
  #contestSeq: unknown;

  constructor(contest: string) {
    this.#contest = contest;
  }

  begin(table: PackagedTableName): void {
    this.#table = table;
    this.#ids.set(table, new Set());
  }

  check(line: string): void {
    const table = this.#table;
    const place = rowsPath(table);
    const read = rowSchema.safeParse(jsonOf(line, place));
    if (!read.success) throw new PackageFault(`${place} has a line that is no row`);
    const row = read.data;
    this.counts[table] += 1;
    const columns = (this.columns[table] ??= Object.keys(row).toSorted());
    const own = Object.keys(row);
    if (own.length !== columns.length || !columns.every((name) => Object.hasOwn(row, name)))
      throw new PackageFault(`${place} has rows with different columns`);
    this.#checkContest(row, place);
    this.#checkParents(row, place);
    for (const [column, schema] of Object.entries(documents[table] ?? {}))
      if (Object.hasOwn(row, column) && !schema.safeParse(row[column]).success)
        throw new PackageFault(`${place}: ${column} does not have the form that it must have`);
    this.#checkRights(row, place);
    this.#noteFiles(row);
    if (typeof row['id'] === 'string') this.#ids.get(table)?.add(row['id']);
    if (table === 'contest') this.#contestSeq = row['last_seq'];
    if (table === 'contest_event') this.#checkSeq(row['seq'], place);
    const kept = registerTables.find((name) => name === table);
    if (kept === undefined) return;
    if (this.counts[table] > maxRegisterRows)
      throw new PackageFault(`${place} has more than ${String(maxRegisterRows)} rows`);
    this.register[kept].push(row);
  }

  end(): void {
    if (this.counts.contest !== 1) throw new PackageFault(`${rowsPath('contest')} must have one row`);
    if (this.#contestSeq !== this.#lastSeq)
      throw new PackageFault('its log of events does not end where its contest says');
    // Problems come before their versions.
    const versions = this.#ids.get('problem_version');
    for (const { current_version_id: current } of this.register.problem)
      if (typeof current !== 'string' || versions?.has(current) !== true)
        throw new PackageFault(`${rowsPath('problem')} names a version that the package does not have`);
  }

  ownIds(): string[] {
    return (['submission', 'judging', 'rejudging'] as const).flatMap((table) => [
      ...(this.#ids.get(table) ?? []),
    ]);
  }

  #checkContest(row: Row, place: string): void {
    const named = this.#table === 'contest' ? row['id'] : row['contest_id'];
    if (named !== undefined && named !== this.#contest)
      throw new PackageFault(`${place} has a row of another contest`);
    const open = row['open_contest_id'];
    if (open != null && open !== this.#contest)
      throw new PackageFault(`${place} has a row of another contest`);
  }

  #checkParents(row: Row, place: string): void {
    for (const [column, parent] of Object.entries(packagedTables[this.#table].parents)) {
      const named = row[column];
      if (named == null || (this.#table === 'problem' && column === 'current_version_id')) continue;
      if (typeof named !== 'string' || this.#ids.get(parent)?.has(named) !== true)
        throw new PackageFault(`${place}: ${column} names a row that the package does not have`);
    }
  }

  /** A package brings no account of those who run contests, and no line of the audit log about anything else. */
  #checkRights(row: Row, place: string): void {
    if (this.#table === 'account' && (row['role'] !== 'contestant' || typeof row['team_id'] !== 'string'))
      throw new PackageFault(`${place} has an account that is no team's`);
    if (this.#table !== 'audit_log') return;
    const target = row['target'];
    if (
      typeof target !== 'string' ||
      (target !== this.#contest &&
        target !== `contest ${this.#contest}` &&
        this.#ids.get('rejudging')?.has(target) !== true)
    )
      throw new PackageFault(`${place} has a line that is not about the contest`);
  }

  #noteFiles(row: Row): void {
    for (const place of namingColumns.get(this.#table) ?? [])
      for (const [hash] of JSON.stringify(row[place.split('.')[1] ?? ''] ?? null).matchAll(/[0-9a-f]{64}/g))
        this.named.add(hash);
  }

  #checkSeq(seq: unknown, place: string): void {
    if (seq !== this.#lastSeq + 1) throw new PackageFault(`${place}: an event is missing in the log`);
    this.#lastSeq += 1;
  }
}
