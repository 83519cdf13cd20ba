/**
 * What somebody hands in, checked field by field. The schema of the contracts says what is
 * well-formed; here is what makes sense for this contest, problem and language.
 */
import { answersLanguage, submissionBounds, type FieldError, type SubmitRequest } from '@sandglass/contracts';
import { answerName, includedFor, strayAnswers } from '@sandglass/domain';
import { findLanguage, languages, LanguageError, placeFiles, resolveEntryPoint } from '@sandglass/languages';
import { expandAnswers, PackageError } from '@sandglass/problem-package';
import type { ContestModel } from '../contests/contest-model.ts';
import type { ProblemDefinition } from '../contests/contest-repository.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { NewFile } from './submission-repository.ts';

export interface CheckedSubmission {
  readonly problem: ProblemDefinition;
  readonly languageId: string;
  readonly entryPoint: string | null;
  readonly files: readonly NewFile[];
}

/** @throws ApiError SUBMISSION_INVALID with every wrong field, SUBMISSION_TOO_LARGE */
export async function checkSubmission(
  contest: ContestModel,
  request: SubmitRequest,
): Promise<CheckedSubmission> {
  const problem = contest.problem(request.problem);
  if (problem?.kind.submitAnswer === true) return checkAnswers(problem, request);
  const errors: FieldError[] = [];
  if (problem === undefined) {
    const labels = contest.definition.problems.map(({ label }) => label).join(', ');
    errors.push({
      path: 'problem',
      message: `"${request.problem}" is no problem of this contest; its problems are ${labels}`,
    });
  }
  const language = findLanguage(request.language);
  if (language === null) {
    const known = languages.map(({ id }) => id).join(', ');
    errors.push({
      path: 'language',
      message: `"${request.language}" is no language here; the languages are ${known}`,
    });
  } else if (
    problem !== undefined &&
    problem.allowedLanguages.length > 0 &&
    !problem.allowedLanguages.includes(language.id)
  ) {
    errors.push({
      path: 'language',
      message: `problem ${problem.label} takes ${problem.allowedLanguages.join(', ')} only`,
    });
  }
  const sent = readContents(request, errors);
  if (problem !== undefined) checkSize(problem, bytesOf(sent));
  const files = sent.map(decode);
  for (const [index, file] of files.entries()) checkText(file, index, errors);
  checkNames(files, errors);
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  if (problem === undefined || language === null) throw fieldErrors('SUBMISSION_INVALID', errors);

  const sources = files.map((file) => ({ name: file.name, text: file.content.toString('utf8') }));
  // What the package adds may hold the main program: then only the judgehost can find out which it is.
  if (includedFor(problem.includesFor.map(forLanguage), language.id) !== undefined) {
    return { problem, languageId: language.id, entryPoint: request.entryPoint ?? null, files };
  }
  try {
    // Both read the sources; whichever comes second finds what the first has read.
    placeFiles(language, sources);
    return {
      problem,
      languageId: language.id,
      entryPoint: resolveEntryPoint(language, sources, request.entryPoint ?? null),
      files,
    };
  } catch (error) {
    if (!(error instanceof LanguageError)) throw error;
    const path = error.code.startsWith('LANGUAGE_ENTRY_POINT') ? 'entryPoint' : 'files';
    throw fieldErrors('SUBMISSION_INVALID', [{ path, message: error.message }]);
  }
}

function forLanguage(language: string): { language: string } {
  return { language };
}

/** Answers of a submit-answer problem: any bytes, each file called like a test. The language is of no meaning. */
async function checkAnswers(problem: ProblemDefinition, request: SubmitRequest): Promise<CheckedSubmission> {
  const errors: FieldError[] = [];
  const sent = readContents(request, errors);
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  // An archive may be larger than the answers in it, by their names and what a file manager added.
  checkBytes(bytesOf(sent), submissionBounds.bytesTotal);
  const files = await expand(problem, sent.map(decode));
  checkNames(files, errors);
  const stray = strayAnswers(problem.answerTests, files);
  if (stray.length > 0 || files.length === 0) {
    const names = problem.answerTests.slice(0, 10).map(answerName).join(', ');
    const more = problem.answerTests.length > 10 ? ', …' : '';
    const what =
      files.length === 0 ? 'the files hold no answer' : `${stray.slice(0, 10).join(', ')} answers no test`;
    errors.push({ path: 'files', message: `${what}; the answers are called ${names}${more}` });
  }
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  checkSize(problem, bytesOfFiles(files));
  return { problem, languageId: answersLanguage, entryPoint: null, files };
}

async function expand(problem: ProblemDefinition, files: readonly NewFile[]): Promise<NewFile[]> {
  try {
    const expanded = await expandAnswers(
      files.map(({ name, content }) => ({ name, data: content })),
      sizeLimit(problem),
    );
    return expanded.map(({ name, data }) => ({ name: name.normalize('NFC'), content: Buffer.from(data) }));
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw fieldErrors('SUBMISSION_INVALID', [{ path: 'files', message: error.message }]);
  }
}

function sizeLimit({ limits }: ProblemDefinition): number {
  return Math.min(limits.codeKiB * 1024, submissionBounds.bytesTotal);
}

function checkSize(problem: ProblemDefinition, bytes: number): void {
  checkBytes(bytes, sizeLimit(problem));
}

function checkBytes(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw new ApiError(
    'SUBMISSION_TOO_LARGE',
    { bytes, limit },
    {
      fields: [
        { path: 'files', message: `the files have ${bytes} bytes together; at most ${limit} are allowed` },
      ],
    },
  );
}

function bytesOfFiles(files: readonly NewFile[]): number {
  return files.reduce((sum, file) => sum + file.content.length, 0);
}

function bytesOf(files: readonly SentFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A file as it was sent, not decoded yet. */
interface SentFile {
  readonly name: string;
  readonly content: string;
  readonly encoding: 'base64' | 'utf8';
  readonly bytes: number;
}

/** What would come of decoding is known before: whether it is base64 at all, and how many bytes there are. */
function readContents(request: SubmitRequest, errors: FieldError[]): SentFile[] {
  return request.files.map((file, index) => {
    const name = file.name.normalize('NFC');
    if (file.encoding !== 'base64') {
      return { name, content: file.content, encoding: 'utf8', bytes: Buffer.byteLength(file.content) };
    }
    const content = file.content.replaceAll(/\s/g, '');
    const bytes = base64Bytes(content);
    if (bytes === null) {
      errors.push({ path: `files[${index}].content`, message: 'must be base64, as its encoding says' });
    }
    return { name, content, encoding: 'base64', bytes: bytes ?? 0 };
  });
}

/** Null: it is no base64. Every character is looked at once: the text is a stranger's and may be long. */
export function base64Bytes(content: string): number | null {
  let end = content.length;
  while (end > 0 && content.length - end < 2 && content.endsWith('=', end)) end -= 1;
  return /[^A-Za-z0-9+/]/.test(content.slice(0, end)) ? null : Math.floor((end * 3) / 4);
}

function decode({ name, content, encoding }: SentFile): NewFile {
  return { name, content: Buffer.from(content, encoding) };
}

/** Sources are text, and some. */
function checkText({ name, content }: NewFile, index: number, errors: FieldError[]): void {
  const path = `files[${index}].content`;
  if (content.toString('utf8').trim() === '')
    errors.push({ path, message: `"${name}" is empty; a source file must have text` });
  else if (content.includes(0))
    errors.push({
      path,
      message: `"${name}" has NUL bytes, so it is no source text. Is it a compiled program?`,
    });
}

function checkNames(files: readonly NewFile[], errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, { name }] of files.entries()) {
    if (seen.has(name))
      errors.push({
        path: `files[${index}].name`,
        message: `two files are called "${name}"; names must differ`,
      });
    seen.add(name);
  }
}
