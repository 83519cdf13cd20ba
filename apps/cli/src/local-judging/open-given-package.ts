import { guessLanguage } from '@sandglass/languages';
import {
  formatIssue,
  guessLanguageByExtension,
  openPackage,
  PackageError,
  type OpenedPackage,
} from '@sandglass/problem-package';
import { UsageError } from '../platform/command.ts';

/**
 * The language of a program's files: by the one table that judging and submitting use; a language that is not judged
 * here has the format's name at least.
 */
export function languageOfFiles(
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): string | null {
  return guessLanguage(files, textOf) ?? guessLanguageByExtension(files);
}

/**
 * Opens the package that a word of the command line names.
 * @throws UsageError when nothing is there that can be read, with the whole path; PackageError when it is broken
 */
export async function openGivenPackage(path: string, signal?: AbortSignal): Promise<OpenedPackage> {
  try {
    return await openPackage(path, {
      guessLanguage: languageOfFiles,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    // The word was wrong. A package that is broken is another matter.
    if (error instanceof PackageError && error.code === 'package-not-found') {
      const [issue] = error.issues;
      throw new UsageError(`${path}: ${issue?.message ?? error.message}`, { cause: error });
    }
    if (error instanceof PackageError)
      error.message = error.issues.map((issue) => `${path}: ${formatIssue(issue)}`).join('\n');
    throw error;
  }
}
