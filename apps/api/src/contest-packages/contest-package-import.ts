/**
 * Imports contest packages: shown first, and then written as one transaction, or not at all. Nothing of another contest
 * changes: every row is new, or is one that is here already and stays as it is.
 */
import { createReadStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { packagedKinds, type ImportContestPackageAnswer, type PackagedKind } from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { holdProblems } from '../contests/contest-repository.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import { holdFiles } from '../files/blob-repository.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import type { ContestPackageReader } from './contest-package-reader.ts';
import { idsOf, importPlan, type ImportPlan, type PresentRows } from './import-plan.ts';
import { ImportedRows } from './imported-row.ts';
import { filePath, rowsPath } from './package-format.ts';
import { packagedTableNames, type PackagedTableName } from './package-row-conditions.ts';
import { insertRows } from './package-line-repository.ts';
import {
  announceContest,
  columnsOf,
  forgetQueue,
  groupsOfTeams,
  presentIds,
  presentRows,
  presentVersions,
  setCurrentVersion,
} from './package-row-repository.ts';
import type { ReadContestPackage, Row } from './read-contest-package.ts';
import { rowLines } from './row-lines.ts';

const rowsAtOnce = 500;
const charactersAtOnce = 1024 * 1024;
const idsAtOnce = 10_000;
const mostConflicts = 200;
/** A file is removed a day after it was last wanted: the second try has always been enough. */
const maxTries = 3;

export interface ImportParts {
  readonly database: Database;
  /** Of long jobs. */
  readonly units: Units;
  readonly blobs: BlobStore;
  readonly reader: ContestPackageReader;
  /** After the commit. */
  readonly onImported: (contest: string) => Promise<void>;
}

export interface ImportOptions {
  /** A zip file on this machine. */
  readonly path: string;
  readonly temporaryFolder: string;
  readonly dryRun: boolean;
  readonly as: string | null;
  /** Of the dry run that somebody has read; null: nobody has read one. */
  readonly version: string | null;
}

export class ContestPackageImport {
  readonly #parts: ImportParts;

  constructor(parts: ImportParts) {
    this.#parts = parts;
  }

  /** @throws ApiError CONTEST_PACKAGE_INVALID, CONTEST_PACKAGE_CONFLICT, CONTEST_PACKAGE_CHANGED, CONTEST_PACKAGE_TOO_COSTLY */
  async run(options: ImportOptions, actor: Actor): Promise<ImportContestPackageAnswer> {
    const { database, reader } = this.#parts;
    const { path, temporaryFolder, dryRun, as, version } = options;
    await using folder = await mkdtempDisposable(join(temporaryFolder, 'contest-'));
    const content = await reader.read({ archive: path, folder: folder.path });
    const plan = importPlan(content, await readPresent(database, content, as), as);
    const shown = answerOf(content, plan);
    if (version !== null && version !== shown.version) throw new ApiError('CONTEST_PACKAGE_CHANGED');
    if (dryRun) return shown;
    refuseConflicts(plan);
    for (let tries = 1; ; tries += 1) {
      await this.#storeFiles(content, folder.path);
      if (await this.#write(content, shown.version, folder.path, as, actor)) break;
      if (tries === maxTries) throw new Error('files of the package were removed while it was imported');
    }
    await this.#parts.onImported(plan.contestId);
    return { ...shown, imported: true };
  }

  /** By their hashes: what a failed import leaves does no harm, and is removed some time after. */
  async #storeFiles({ files }: ReadContestPackage, folder: string): Promise<void> {
    for (const file of files)
      await this.#parts.blobs.putFile(file.sha256, join(folder, filePath(file.sha256)));
  }

  /** @returns false when a file is not there any more: nothing was written */
  async #write(
    content: ReadContestPackage,
    version: string,
    folder: string,
    as: string | null,
    actor: Actor,
  ): Promise<boolean> {
    return this.#parts.units.run(async (unit) => {
      await takeLock(unit, 'people');
      const hashes = content.files.map((file) => file.sha256);
      if ((await holdFiles(unit, hashes)).length > 0) return false;
      await holdProblems(unit, idsOf(content, 'problems'));
      const plan = importPlan(content, await readPresent(unit, content, as), as);
      // Nothing is written but what was shown.
      if (answerOf(content, plan).version !== version) throw new ApiError('CONTEST_PACKAGE_CHANGED');
      await writeRows(unit, content, plan, folder);
      await forgetQueue(unit, plan.contestId);
      const { header } = content;
      await recordAudit(unit, actor, 'contest.import', plan.contestId, {
        contest: header.contest,
        exportedAt: header.exportedAt,
        passwordHashes: header.passwordHashes,
        package: content.digest,
        counts: content.counts,
        kinds: plan.kinds,
      });
      await announceContest(unit, plan.contestId);
      return true;
    });
  }
}

async function writeRows(
  unit: Unit,
  content: ReadContestPackage,
  plan: ImportPlan,
  folder: string,
): Promise<void> {
  const rows = new ImportedRows(content, plan);
  for (const table of packagedTableNames) {
    const columns = content.columns[table];
    if (columns === undefined) continue;
    refuseUnknownColumns(table, columns, await columnsOf(unit, table));
    let lines: string[] = [];
    let characters = 0;
    const flush = async (): Promise<void> => {
      if (lines.length > 0) await insertChecked(unit, table, columns, lines);
      lines = [];
      characters = 0;
    };
    const path = rowsPath(table);
    for await (const line of rowLines(createReadStream(join(folder, path)), path)) {
      const row = rows.line(table, line);
      if (row === null) continue;
      lines.push(row);
      characters += row.length;
      if (lines.length >= rowsAtOnce || characters >= charactersAtOnce) await flush();
    }
    await flush();
  }
  for (const row of content.register.problem) {
    const id = String(row['id']);
    if (plan.present.problems.has(id)) continue;
    await setCurrentVersion(
      unit,
      plan.names.problems.get(id) ?? id,
      rows.uuid(String(row['current_version_id'])),
    );
  }
}

function refuseUnknownColumns(
  table: PackagedTableName,
  columns: readonly string[],
  known: readonly string[],
): void {
  const unknown = columns.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ApiError('CONTEST_PACKAGE_INVALID', {
      reason: `${rowsPath(table)} has "${unknown.slice(0, 60)}", which this installation does not know: bring it to the newer software first`,
    });
}

/** @throws ApiError CONTEST_PACKAGE_INVALID where a value does not fit its column or its table */
async function insertChecked(
  unit: Unit,
  table: PackagedTableName,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  try {
    const names = columns.map((name) => `"${name}"`).join(', ');
    await insertRows(unit, table, names, lines);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    // A wrong value, or a broken rule of the table: what is away or too slow is no fault of the package.
    if (typeof code !== 'string' || !/^2[23]...$/.test(code)) throw error;
    throw new ApiError('CONTEST_PACKAGE_INVALID', {
      reason: `${rowsPath(table)}: ${String(message).slice(0, 300)}`,
    });
  }
}

async function readPresent(sql: Sql, content: ReadContestPackage, as: string | null): Promise<PresentRows> {
  const contestId = as ?? content.header.contest;
  const read = async (kind: PackagedKind): Promise<ReadonlyMap<string, Row>> => {
    const own = idsOf(content, kind);
    // Those that a new id may meet as well.
    const ids = as === null ? own : [...own, ...own.map((id) => `${contestId}-${id}`)];
    const rows = await presentRows(sql, tableOf[kind], ids);
    const key = kind === 'accounts' ? 'username' : 'id';
    return new Map(rows.map(({ row }) => [String(row[key]), row]));
  };
  const contests = await presentRows(sql, 'contest', [contestId]);
  // Under another id all of them are new ones.
  const own = as === null ? content.ids : [];
  let ids = 0;
  for (let start = 0; start < own.length; start += idsAtOnce)
    ids += await presentIds(sql, own.slice(start, start + idsAtOnce));
  const groups = await groupsOfTeams(sql, idsOf(content, 'teams'));
  return {
    contests: contests.map(({ row }) => String(row['id'])),
    rows: {
      organisations: await read('organisations'),
      groups: await read('groups'),
      teams: await read('teams'),
      persons: await read('persons'),
      accounts: await read('accounts'),
      problems: await read('problems'),
    },
    groupsOfTeams: new Map(groups.map(({ teamId, groupIds }) => [teamId, groupIds])),
    versions: await presentVersions(sql, idsOf(content, 'problems')),
    ids,
  };
}

const tableOf = {
  organisations: 'organisation',
  groups: 'team_group',
  teams: 'team',
  persons: 'person',
  accounts: 'account',
  problems: 'problem',
} as const satisfies Record<PackagedKind, PackagedTableName>;

function answerOf(content: ReadContestPackage, plan: ImportPlan): ImportContestPackageAnswer {
  const { header, counts, files, bytes, digest } = content;
  const renamed = packagedKinds.map((kind) => [...plan.names[kind]].filter(([from, to]) => from !== to));
  return {
    imported: false,
    contestId: plan.contestId,
    name: header.name,
    exportedAt: header.exportedAt,
    passwordHashes: header.passwordHashes,
    notes: header.notes,
    contents: {
      submissions: counts.submission,
      judgings: counts.judging,
      runs: counts.run,
      rejudgings: counts.rejudging,
      events: counts.contest_event,
      auditLines: counts.audit_log,
      files: files.length,
      bytes,
    },
    kinds: plan.kinds,
    conflicts: plan.conflicts.slice(0, mostConflicts),
    conflictCount: plan.conflicts.length,
    version: sha256(JSON.stringify([digest, plan.contestId, plan.kinds, renamed, plan.conflicts])),
  };
}

function refuseConflicts({ conflicts }: ImportPlan): void {
  const [first] = conflicts;
  if (first === undefined) return;
  const more = conflicts.length - 1;
  throw new ApiError(
    'CONTEST_PACKAGE_CONFLICT',
    { reason: `${first.message}${more > 0 ? ` And ${String(more)} more.` : ''}` },
    {
      fields: conflicts
        .slice(0, mostConflicts)
        .map(({ kind, id, message }) => ({ path: id === '' ? kind : `${kind}/${id}`, message })),
    },
  );
}
