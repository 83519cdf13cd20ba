/**
 * What somebody hands in, checked field by field. The schema of the contracts says what is
 * well-formed; here is what makes sense for this contest, problem and language.
 */
import { submissionBounds, type FieldError, type SubmitRequest } from '@sandglass/contracts';
import { findLanguage, languages, LanguageError, placeFiles, resolveEntryPoint } from '@sandglass/languages';
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
export function checkSubmission(contest: ContestModel, request: SubmitRequest): CheckedSubmission {
  const errors: FieldError[] = [];
  const problem = contest.problem(request.problem);
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
  checkNames(files, errors);
  if (errors.length > 0) throw fieldErrors('SUBMISSION_INVALID', errors);
  if (problem === undefined || language === null) throw fieldErrors('SUBMISSION_INVALID', errors);

  const limit = Math.min(problem.limits.codeKiB * 1024, submissionBounds.bytesTotal);
  const bytes = files.reduce((sum, file) => sum + file.content.length, 0);
  if (bytes > limit) {
    throw new ApiError(
      'SUBMISSION_TOO_LARGE',
      { bytes, limit },
      { fields: [{ path: 'files', message: `must have ${limit} bytes together at most` }] },
    );
  }
  const sources = files.map((file) => ({ name: file.name, text: file.content.toString('utf8') }));
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

function decode(file: SubmitRequest['files'][number], index: number, errors: FieldError[]): NewFile {
  const path = `files[${index}].content`;
  const isBase64 = file.encoding === 'base64';
  if (isBase64 && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(file.content)) {
    errors.push({ path, message: 'must be base64, as its encoding says' });
  }
  const content = Buffer.from(file.content, isBase64 ? 'base64' : 'utf8');
  if (content.toString('utf8').trim() === '')
    errors.push({ path, message: 'is empty; a source file must have text' });
  else if (content.includes(0))
    errors.push({ path, message: 'has NUL bytes, so it is no source text; was a compiled program chosen?' });
  return { name: file.name.normalize('NFC'), content };
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
