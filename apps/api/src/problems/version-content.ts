/** What a version of a problem consists of, and how a package's files get into the store. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { answersLanguage, type ProblemKind } from '@sandglass/contracts';
import type { ProblemLimitValues } from '@sandglass/domain';
import {
  kindOf,
  nameInProgram,
  sha256File,
  type OpenedPackage,
  type ProblemPackage,
  type TestCase,
} from '@sandglass/problem-package';
import type { DisplayRow, IncludesRow, ValidatorRow } from './problem-rows.ts';
import type { BlobStore } from '../files/blob-store.ts';

export interface StoredFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Everything a version consists of; its canonical JSON is what the package's hash is taken over. */
export interface VersionContent {
  readonly format: string;
  readonly name: string;
  readonly names: Readonly<Record<string, string>>;
  readonly limits: ProblemLimitValues;
  readonly kind: ProblemKind;
  readonly includes: readonly IncludesRow[];
  readonly validator: ValidatorRow;
  readonly allowedLanguages: readonly string[];
  readonly tests: readonly {
    readonly name: string;
    readonly group: string;
    readonly isSample: boolean;
    readonly input: StoredFile;
    readonly answer: StoredFile;
    readonly flags: readonly string[];
    readonly args: readonly string[];
    readonly files: readonly StoredFile[];
    /** Null: contestants see a sample as it is judged. */
    readonly display: DisplayRow | null;
    readonly description: string | null;
  }[];
  readonly statements: readonly {
    readonly language: string;
    readonly format: string;
    readonly file: StoredFile;
    readonly resources: readonly StoredFile[];
  }[];
  readonly attachments: readonly StoredFile[];
  readonly jurySubmissions: readonly {
    readonly path: string;
    readonly language: string | null;
    readonly entryPoint: string | null;
    readonly expected: readonly string[];
    readonly files: readonly StoredFile[];
  }[];
}

/** Stores every file; content is addressed by hash, so what a failed import leaves does no harm. */
export async function storePackage(opened: OpenedPackage, blobs: BlobStore): Promise<VersionContent> {
  const { problem } = opened;
  const put = async (file: string, name = basename(file)): Promise<StoredFile> => {
    const path = opened.resolve(file);
    const [hash, { size }] = await Promise.all([sha256File(path), stat(path)]);
    await blobs.putFile(hash, path);
    return { name, sha256: hash, bytes: size };
  };
  /** Texts may have constants replaced, so their bytes come from the package, not the disk. */
  const putText = async (file: string, name = basename(file)): Promise<StoredFile> => {
    const bytes = await opened.read(file);
    return { name, sha256: await blobs.putBytes(bytes), bytes: bytes.length };
  };
  const tests: VersionContent['tests'][number][] = [];
  for (const test of problem.testCases) {
    tests.push({
      name: test.name,
      group: test.group,
      isSample: test.isSample,
      input: await put(test.inputPath),
      answer: await put(test.answerPath),
      flags: test.validatorFlags,
      args: test.args,
      files: await Promise.all(
        test.files.map((file) => put(file, nameInProgram(`data/${test.name}.files`, file))),
      ),
      display: await displayOf(test, put),
      description: test.description,
    });
  }
  const statements: VersionContent['statements'][number][] = [];
  for (const statement of problem.statements) {
    if (statement.format === 'tex') continue;
    statements.push({
      language: statement.language,
      format: statement.format,
      file: statement.format === 'pdf' ? await put(statement.path) : await putText(statement.path),
      resources: await Promise.all(
        statement.resources.map((file) => put(file, relativeTo(statement.path, file))),
      ),
    });
  }
  const { validator } = problem;
  return {
    format: problem.format,
    name: problem.names['en'] ?? Object.values(problem.names)[0] ?? problem.shortName,
    names: problem.names,
    limits: limitsOf(problem),
    kind: kindOf(problem),
    includes: await Promise.all(
      problem.includes.map(async ({ language, files }) => ({
        language,
        files: await Promise.all(
          files.map((file) => putText(file, nameInProgram(`include/${language}`, file))),
        ),
      })),
    ),
    validator:
      validator.kind === 'default'
        ? { kind: 'default', flags: validator.flags }
        : {
            kind: 'custom',
            flags: validator.flags,
            language: validator.language ?? '',
            files: await Promise.all(
              validator.files.map((file) => putText(file, nameInProgram(validator.directory, file))),
            ),
          },
    allowedLanguages: problem.allowedLanguages ?? [],
    tests,
    statements,
    attachments: await Promise.all(problem.attachments.map(({ path, name }) => put(path, name))),
    jurySubmissions: await Promise.all(
      problem.submissions.map(async (submission) => ({
        path: submission.path,
        language: submission.language,
        entryPoint: submission.entryPoint,
        expected: submission.expected,
        files: await Promise.all(
          submission.files.map((file) =>
            submission.language === answersLanguage
              ? put(file, nameInProgram(submission.path, file))
              : putText(file),
          ),
        ),
      })),
    ),
  };
}

/** A file of the package as it came. */
export interface OriginalFile extends StoredFile {
  readonly executable: boolean;
}

/**
 * Stores every file of the package as it came, also what judging does not need. They are no part of {@link VersionContent}: a
 * package whose input validators alone are other ones is judged as before.
 */
export async function storeOriginals(opened: OpenedPackage, blobs: BlobStore): Promise<OriginalFile[]> {
  const originals: OriginalFile[] = [];
  for (const path of opened.files()) {
    const absolute = opened.resolve(path);
    const [hash, { size }] = await Promise.all([sha256File(absolute), stat(absolute)]);
    await blobs.putFile(hash, absolute);
    originals.push({ name: path, sha256: hash, bytes: size, executable: opened.isExecutable(path) });
  }
  return originals;
}

/** What of a sample is shown and handed out, where that is not what is judged. */
async function displayOf(
  { display, inputPath, answerPath }: TestCase,
  put: (file: string) => Promise<StoredFile>,
): Promise<DisplayRow | null> {
  if (display === null) return null;
  const shown = {
    input: display.inputPath ?? inputPath,
    answer: display.answerPath ?? answerPath,
    downloadInput: display.downloadInputPath ?? inputPath,
    downloadAnswer: display.downloadAnswerPath ?? answerPath,
  };
  const asJudged =
    [shown.input, shown.downloadInput].every((path) => path === inputPath) &&
    [shown.answer, shown.downloadAnswer].every((path) => path === answerPath);
  if (asJudged && display.interactionPath === null) return null;
  return {
    input: await put(shown.input),
    answer: await put(shown.answer),
    downloadInput: await put(shown.downloadInput),
    downloadAnswer: await put(shown.downloadAnswer),
    interaction: display.interactionPath === null ? null : await put(display.interactionPath),
  };
}

/** Hashes of everything it names, each once. */
export function filesOf(content: VersionContent): string[] {
  const named = JSON.stringify(content).matchAll(/"sha256":"([0-9a-f]{64})"/g);
  return [...new Set([...named].map(([, hash = '']) => hash))];
}

export function bytesOf(content: VersionContent): number {
  const files = [
    ...content.tests.flatMap(({ input, answer, files }) => [input, answer, ...files]),
    ...content.includes.flatMap(({ files }) => files),
    ...content.statements.flatMap(({ file, resources }) => [file, ...resources]),
    ...content.attachments,
    ...content.jurySubmissions.flatMap(({ files }) => files),
  ];
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function limitsOf({ limits }: ProblemPackage): ProblemLimitValues {
  return {
    timeLimitMs: limits.timeLimitMs,
    memoryMiB: limits.memoryMiB,
    outputMiB: limits.outputMiB,
    codeKiB: limits.codeKiB,
    compilationTimeS: limits.compilationTimeS,
    compilationMemoryMiB: limits.compilationMemoryMiB,
    validationTimeS: limits.validationTimeS,
    validationMemoryMiB: limits.validationMemoryMiB,
    validationOutputMiB: limits.validationOutputMiB,
    ...(limits.wallTimeMs === undefined ? {} : { wallTimeMs: limits.wallTimeMs }),
    ...(limits.processes === undefined ? {} : { processes: limits.processes }),
    ...(limits.fileSizeMiB === undefined ? {} : { fileSizeMiB: limits.fileSizeMiB }),
    ...(limits.boxMiB === undefined ? {} : { boxMiB: limits.boxMiB }),
  };
}

/** Pictures are named as the statement refers to them: relative to its own folder. */
function relativeTo(statement: string, file: string): string {
  const folder = statement.slice(0, statement.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : basename(file);
}
