/**
 * A problem package becomes a new version of its problem: validated, its files stored by
 * hash, its rows written in one transaction. The same package again changes nothing.
 */
import type { ImportProblemAnswer, PackageIssue } from '@sandglass/contracts';
import { slugSchema } from '@sandglass/contracts';
import { openSnapshot, type ProblemPackage } from '@sandglass/problem-package';
import { mkdtempDisposable } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Database } from '../database/database.ts';
import { sha256 } from '../database/sha256.ts';
import { ApiError } from '../errors/api-error.ts';
import { holdFiles } from '../files/blob-collection.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { bytesOf, filesOf, storePackage, type VersionContent } from './version-content.ts';
import { recordAudit, type Actor } from './audit-log.ts';
import type { PackageReader } from './package-reader.ts';
import { insertVersion } from './version-repository.ts';

/** A file is removed a day after it was last wanted: the second try has always been enough. */
const storingAtMost = 5;

export interface UploadedPackage {
  /** A zip file (or folder) on this machine. */
  readonly path: string;
  /** The problem's id; null: the package's short name. */
  readonly id: string | null;
  readonly uploadName: string;
  readonly temporaryFolder: string;
}

export class ProblemImport {
  readonly #database: Database;
  readonly #blobs: BlobStore;
  readonly #reader: PackageReader;
  readonly #onEvent: (contestId: string) => void;

  constructor(
    database: Database,
    blobs: BlobStore,
    reader: PackageReader,
    onEvent: (contestId: string) => void,
  ) {
    this.#database = database;
    this.#blobs = blobs;
    this.#reader = reader;
    this.#onEvent = onEvent;
  }

  /** @throws ApiError PROBLEM_PACKAGE_INVALID with each file and reason, PROBLEM_PACKAGE_TOO_COSTLY, PROBLEM_TYPE_UNSUPPORTED */
  async run(
    { path, id, uploadName, temporaryFolder }: UploadedPackage,
    actor: Actor,
  ): Promise<ImportProblemAnswer> {
    const shortName = id ?? slugOf(uploadName);
    await using folder = await mkdtempDisposable(join(temporaryFolder, 'import-'));
    const read = await this.#reader.read({ path, shortName, temporaryFolder: folder.path });
    if (read.kind === 'refused') throw invalid(read.issues);
    const opened = openSnapshot(read.snapshot);
    const { issues } = read;
    const problems = issues.filter(({ severity }) => severity === 'error');
    if (problems.length > 0) throw invalid(problems);
    const { problem } = opened;
    refuseUnsupported(problem);
    const warnings = issues.map(({ severity, code, file, message }) => ({ severity, code, file, message }));
    for (let tries = 1; ; tries += 1) {
      const content = await storePackage(opened, this.#blobs);
      const answer = await this.#write(shortName, content, warnings, actor);
      if (answer !== null) return answer;
      if (tries === storingAtMost) throw new Error('files of the package were removed while it was imported');
    }
  }

  /** @returns null when a file is not there any more: nothing was written */
  async #write(
    id: string,
    content: VersionContent,
    warnings: PackageIssue[],
    actor: Actor,
  ): Promise<ImportProblemAnswer | null> {
    const packageHash = sha256(JSON.stringify(content));
    const bytes = bytesOf(content);
    const answer = {
      problemId: id,
      name: content.name,
      testCount: content.tests.length,
      jurySubmissionCount: content.jurySubmissions.length,
      bytes,
      warnings,
    };
    const written = await this.#database.transaction(async (sql) => {
      if ((await holdFiles(sql, filesOf(content))).length > 0) return null;
      await sql.query('INSERT INTO problem (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id]);
      const current = await sql.query<{ number: number; hash: string }>(
        `SELECT v.number, v.package_hash AS hash FROM problem p JOIN problem_version v ON v.id = p.current_version_id
         WHERE p.id = $1 FOR UPDATE OF p`,
        [id],
      );
      if (current[0]?.hash === packageHash) {
        const { number } = current[0];
        await recordAudit(sql, actor, 'problem.import', id, { version: number, unchanged: true });
        return { number, unchanged: true, contests: [] };
      }
      await sql.query('SELECT 1 FROM problem WHERE id = $1 FOR UPDATE', [id]);
      const next = await sql.query<{ number: number }>(
        'SELECT coalesce(max(number), 0) + 1 AS number FROM problem_version WHERE problem_id = $1',
        [id],
      );
      const version = next[0]?.number ?? 1;
      await insertVersion(sql, id, version, packageHash, bytes, content);
      const used = await sql.query<{ id: string }>(
        'SELECT contest_id AS id FROM contest_problem WHERE problem_id = $1 ORDER BY 1',
        [id],
      );
      for (const contest of used)
        await appendEvent(sql, contest.id, { type: 'contest', change: `problem ${id}` });
      await recordAudit(sql, actor, 'problem.import', id, { version, unchanged: false });
      return { number: version, unchanged: false, contests: used.map((contest) => contest.id) };
    });
    if (written === null) return null;
    const { number, unchanged, contests } = written;
    for (const contest of contests) this.#onEvent(contest);
    return { ...answer, version: number, unchanged };
  }
}

function invalid(issues: readonly PackageIssue[]): ApiError {
  const first = issues[0];
  return new ApiError(
    'PROBLEM_PACKAGE_INVALID',
    {
      count: issues.length,
      first:
        first === undefined ? 'unknown' : `${first.file === '' ? '' : `${first.file}: `}${first.message}`,
    },
    // An archive of 100 000 bad entries must not become an answer of 100 000 lines.
    {
      fields: issues.slice(0, 200).map(({ code, file, message }) => ({
        path: file === '' ? 'package' : file,
        message: `${message} [${code}]`,
      })),
    },
  );
}

function refuseUnsupported({ type, validator }: ProblemPackage): void {
  if (type.scoring) throw new ApiError('PROBLEM_TYPE_UNSUPPORTED', { types: 'scoring' });
  if (validator.kind === 'custom' && (validator.hasBuildScript || validator.hasRunScript))
    throw new ApiError('PROBLEM_TYPE_UNSUPPORTED', { types: 'validator with a build or run script' });
}

/** `/tmp/My Problem.zip` → `My-Problem`. */
function slugOf(fileName: string): string {
  const name = basename(fileName)
    .replace(/\.(zip|kpp)$/i, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
  return slugSchema.safeParse(name).success ? name : 'problem';
}
