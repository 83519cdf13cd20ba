/** Makes the JudgeTask a host gets: sources inline, everything large by its hash. */
import type { JudgeTask, NamedFile, ProblemKind } from '@sandglass/contracts';
import { includedFor } from '@sandglass/domain';
import type { IncludesRow, StoredFileRow, ValidatorRow } from '../contests/contest-repository.ts';
import type { Database } from '../database/database.ts';
import type { SubmissionRepository } from '../submissions/submission-repository.ts';
import type { ClaimedTask } from './judging-rows.ts';

/** Of output and error stream each, for the jury. */
const keepBytes = 32 * 1024;
/** Versions never change, so what is remembered never gets stale. */
const versionsRemembered = 64;

interface VersionForJudging {
  readonly kind: ProblemKind;
  readonly includes: readonly IncludesRow[];
  readonly validator: JudgeTask['validator'];
  readonly tests: JudgeTask['tests'];
}

export class TaskAssembler {
  readonly #database: Database;
  readonly #submissions: SubmissionRepository;
  readonly #versions = new Map<string, VersionForJudging>();

  constructor(database: Database, submissions: SubmissionRepository) {
    this.#database = database;
    this.#submissions = submissions;
  }

  async assemble(task: ClaimedTask, leaseMs: number): Promise<JudgeTask> {
    const [version, files] = await Promise.all([
      this.#version(task.versionId),
      this.#submissions.files(task.submissionId),
    ]);
    return {
      id: task.id,
      judgingId: task.judgingId,
      submissionId: task.submissionId,
      contestId: task.contestId,
      problemVersion: task.versionId,
      fencingToken: task.fencingToken,
      leaseMs,
      image: task.image,
      language: task.languageId,
      entryPoint: task.entryPoint,
      files: files.map((file) => ({ name: file.name, base64: file.content.toString('base64') })),
      includes: (includedFor(version.includes, task.languageId)?.files ?? []).map(namedFile),
      kind: version.kind,
      compileLimits: task.limits.compile,
      limits: task.limits.run,
      validationLimits: task.limits.validation,
      validator: version.validator,
      tests: version.tests.slice(task.firstTest, task.lastTest + 1),
      programs: task.programs === null ? null : [...task.programs],
      avoidSlot: task.avoidSlot,
      lazy: task.lazy,
      keepBytes,
    };
  }

  async #version(id: string): Promise<VersionForJudging> {
    const known = this.#versions.get(id);
    if (known !== undefined) return known;
    const row = await this.#database.prisma.problemVersion.findUniqueOrThrow({
      where: { id },
      include: { testCases: { orderBy: { ordinal: 'asc' } } },
    });
    const version: VersionForJudging = {
      kind: row.kind as ProblemKind,
      includes: row.includes as unknown as IncludesRow[],
      validator: validatorOf(row.validator as unknown as ValidatorRow),
      tests: row.testCases.map((test) => ({
        ordinal: test.ordinal,
        name: test.name,
        input: { sha256: test.inputSha256, bytes: Number(test.inputBytes) },
        answer: { sha256: test.answerSha256, bytes: Number(test.answerBytes) },
        flags: test.flags,
        args: test.args,
        files: (test.files as unknown as StoredFileRow[]).map(namedFile),
      })),
    };
    if (this.#versions.size >= versionsRemembered) {
      const oldest = this.#versions.keys().next().value;
      if (oldest !== undefined) this.#versions.delete(oldest);
    }
    this.#versions.set(id, version);
    return version;
  }
}

function validatorOf(row: ValidatorRow): JudgeTask['validator'] {
  if (row.kind === 'default') return { kind: 'default', flags: row.flags };
  return {
    kind: 'custom',
    flags: row.flags,
    language: row.language ?? '',
    files: (row.files ?? []).map(namedFile),
  };
}

function namedFile({ name, sha256, bytes }: StoredFileRow): NamedFile {
  return { name, file: { sha256, bytes } };
}
