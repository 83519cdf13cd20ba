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
import { ApiError, fieldErrors } from '../errors/api-error.ts';
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
  const files = request.files.map((file, index) => decode(file, index, errors));
  for (const [index, { content }] of files.entries()) checkText(content, index, errors);
  checkNames(files, errors);
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  if (problem === undefined || language === null) throw fieldErrors('SUBMISSION_INVALID', errors);

  checkSize(problem, files);
  const sources = files.map((file) => ({ name: file.name, text: file.content.toString('utf8') }));
  // What the package adds may hold the main program: then only the judgehost can tell which it is.
  if (includedFor(problem.includesFor.map(forLanguage), language.id) !== undefined) {
    return { problem, languageId: language.id, entryPoint: request.entryPoint ?? null, files };
  }
  try {
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
  const sent = request.files.map((file, index) => decode(file, index, errors));
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  const files = await expand(problem, sent);
  checkNames(files, errors);
  const stray = strayAnswers(problem.answerTests, files);
  if (stray.length > 0 || files.length === 0) {
    const names = problem.answerTests.slice(0, 10).map(answerName).join(', ');
    const more = problem.answerTests.length > 10 ? ', …' : '';
    const what = files.length === 0 ? 'hold no answer' : `${stray.slice(0, 10).join(', ')} answers no test`;
    errors.push({ path: 'files', message: `${what}; the answers are called ${names}${more}` });
  }
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  checkSize(problem, files);
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

function checkSize(problem: ProblemDefinition, files: readonly NewFile[]): void {
  const limit = sizeLimit(problem);
  const bytes = files.reduce((sum, file) => sum + file.content.length, 0);
  if (bytes <= limit) return;
  throw new ApiError(
    'SUBMISSION_TOO_LARGE',
    { bytes, limit },
    { fields: [{ path: 'files', message: `must have ${limit} bytes together at most` }] },
  );
}

function decode(file: SubmitRequest['files'][number], index: number, errors: FieldError[]): NewFile {
  const path = `files[${index}].content`;
  const isBase64 = file.encoding === 'base64';
  if (isBase64 && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(file.content)) {
    errors.push({ path, message: 'must be base64, as its encoding says' });
  }
  const content = Buffer.from(file.content, isBase64 ? 'base64' : 'utf8');
  return { name: file.name.normalize('NFC'), content };
}

/** Sources are text, and some. */
function checkText(content: Buffer, index: number, errors: FieldError[]): void {
  const path = `files[${index}].content`;
  if (content.toString('utf8').trim() === '')
    errors.push({ path, message: 'is empty; a source file must have text' });
  else if (content.includes(0))
    errors.push({ path, message: 'has NUL bytes, so it is no source text; was a compiled program chosen?' });
}

function checkNames(files: readonly NewFile[], errors: FieldError[]): void {
  const seen = new Map<string, number>();
  for (const [index, { name }] of files.entries()) {
    const before = seen.get(name);
    if (before !== undefined) {
      errors.push({
        path: `files[${index}].name`,
        message: `"${name}" is the name of files[${before}] already; names must differ`,
      });
    } else seen.set(name, index);
  }
}
