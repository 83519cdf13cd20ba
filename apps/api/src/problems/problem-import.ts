/**
 * A problem package becomes a new version of its problem: validated, its files stored by
 * hash, its rows written in one transaction. The same package again changes nothing.
 */
import type { ImportProblemAnswer, PackageIssue } from '@sandglass/contracts';
import { slugSchema } from '@sandglass/contracts';
import { openSnapshot, type ProblemPackage } from '@sandglass/problem-package';
import { mkdtempDisposable } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Units } from '../events/unit-of-work.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { holdFiles } from '../files/blob-repository.ts';
import type { BlobStore } from '../files/blob-store.ts';
import {
  bytesOf,
  filesOf,
  storeOriginals,
  storePackage,
  type OriginalFile,
  type VersionContent,
} from './version-content.ts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { PackageReader } from './package-reader.ts';
import { insertVersion, lockProblem, replacePackageFiles } from './version-repository.ts';

/** A file is removed a day after it was last wanted: the second try has always been enough. */
const maxTries = 5;

export interface UploadedPackage {
  /** A zip file (or folder) on this machine. */
  readonly path: string;
  /** The problem's id; null: the package's short name. */
  readonly id: string | null;
  readonly uploadName: string;
  readonly temporaryFolder: string;
}

export class ProblemImport {
  readonly #units: Units;
  readonly #blobs: BlobStore;
  readonly #reader: PackageReader;

  constructor(units: Units, blobs: BlobStore, reader: PackageReader) {
    this.#units = units;
    this.#blobs = blobs;
    this.#reader = reader;
  }

  /** @throws ApiError PROBLEM_PACKAGE_INVALID with each file and reason, PROBLEM_PACKAGE_TOO_COSTLY, PROBLEM_TYPE_UNSUPPORTED */
  async run(
    { path, id, uploadName, temporaryFolder }: UploadedPackage,
    actor: Actor,
  ): Promise<ImportProblemAnswer> {
    const shortName = id ?? slugOf(uploadName);
    await using folder = await mkdtempDisposable(join(temporaryFolder, 'import-'));
    const read = await this.#reader.read({ path, shortName, temporaryFolder: folder.path });
    // The upload has a name of its own here, which says nothing to who sent it.
    const named = (file: string): string => (file === basename(path) ? basename(uploadName) : file);
    if (read.kind === 'refused') throw invalid(read.issues, named);
    const opened = openSnapshot(read.snapshot);
    const { issues } = read;
    const problems = issues.filter(({ severity }) => severity === 'error');
    if (problems.length > 0) throw invalid(problems, named);
    const { problem } = opened;
    refuseUnsupported(problem);
    const warnings = issues.map(({ severity, code, file, message }) => ({ severity, code, file, message }));
    for (let tries = 1; ; tries += 1) {
      const content = await storePackage(opened, this.#blobs);
      const originals = await storeOriginals(opened, this.#blobs);
      const answer = await this.#write(shortName, { content, originals }, warnings, actor);
      if (answer !== null) return answer;
      if (tries === maxTries) throw new Error('files of the package were removed while it was imported');
    }
  }

  /** @returns null when a file is not there any more: nothing was written */
  async #write(
    id: string,
    { content, originals }: { content: VersionContent; originals: readonly OriginalFile[] },
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
    const written = await this.#units.run(async (unit) => {
      const wanted = [...filesOf(content), ...originals.map((original) => original.sha256)];
      if ((await holdFiles(unit, wanted)).length > 0) return null;
      const { current, next } = await lockProblem(unit, id);
      if (current?.hash === packageHash) {
        const { number } = current;
        await replacePackageFiles(unit, current.id, originals);
        await recordAudit(unit, actor, 'problem.import', id, { version: number, unchanged: true });
        return { number, unchanged: true };
      }
      const version = await insertVersion(unit, id, next, packageHash, bytes, content);
      await replacePackageFiles(unit, version, originals);
      const used = await (await unit.typed()).contestProblem.findMany({ where: { problemId: id } });
      for (const { contestId } of used) unit.event(contestId, { type: 'contest', change: `problem ${id}` });
      await recordAudit(unit, actor, 'problem.import', id, { version: next, unchanged: false });
      return { number: next, unchanged: false };
    });
    if (written === null) return null;
    const { number, unchanged } = written;
    return { ...answer, version: number, unchanged };
  }
}

function invalid(issues: readonly PackageIssue[], named: (file: string) => string): ApiError {
  const first = issues[0];
  return new ApiError(
    'PROBLEM_PACKAGE_INVALID',
    {
      errors: issues.length === 1 ? 'an error' : `${issues.length} errors, the first`,
      first:
        first === undefined
          ? 'unknown'
          : `${first.file === '' ? '' : `${named(first.file)}: `}${first.message}`,
    },
    // An archive of 100 000 bad entries must not become an answer of 100 000 lines.
    {
      fields: issues.slice(0, 200).map(({ code, file, message }) => ({
        path: file === '' ? 'package' : named(file),
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
