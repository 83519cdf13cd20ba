/** Makes the JudgeTask a host gets: sources inline, everything large by its hash. */
import { problemKindSchema, type JudgeTask, type NamedFile, type ProblemKind } from '@sandglass/contracts';
import { includedFor } from '@sandglass/domain';
import {
  includesSchema,
  storedFilesSchema,
  validatorSchema,
  type IncludesRow,
  type StoredFileRow,
  type ValidatorRow,
} from '../../problems/problem-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ClaimedTask } from '../tasks/judging-rows.ts';
import { sourcesOf } from '../tasks/judging-repository.ts';

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
  readonly #versions = new Map<string, VersionForJudging>();

  constructor(database: Database) {
    this.#database = database;
  }

  async assemble(task: ClaimedTask, leaseMs: number): Promise<JudgeTask> {
    const [version, files] = await Promise.all([
      this.#version(task.versionId),
      sourcesOf(this.#database, task.submissionId),
    ]);
    return {
      id: task.id,
      judgingId: task.judgingId,
      submissionId: task.submissionId,
      submissionNumber: task.submissionNumber,
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
      // Other hosts are asked before a host that has failed with it: only failures on two hosts blame the program.
      mayBlame: task.brokeSlotOn.length > 0,
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
      kind: problemKindSchema.parse(row.kind),
      includes: includesSchema.parse(row.includes),
      validator: validatorOf(validatorSchema.parse(row.validator)),
      tests: row.testCases.map((test) => ({
        ordinal: test.ordinal,
        name: test.name,
        input: { sha256: test.inputSha256, bytes: Number(test.inputBytes) },
        answer: { sha256: test.answerSha256, bytes: Number(test.answerBytes) },
        flags: test.flags,
        args: test.args,
        files: storedFilesSchema.parse(test.files).map(namedFile),
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
