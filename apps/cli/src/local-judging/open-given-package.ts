import { openPackage, PackageError, type OpenedPackage } from '@sandglass/problem-package';
import { UsageError } from '../command.ts';

/** Opens the package that a word of the command line names. @throws UsageError when nothing is there */
export async function openGivenPackage(path: string): Promise<OpenedPackage> {
  try {
    return await openPackage(path);
  } catch (error) {
    // The word was wrong. A package that is broken is another matter.
    if (error instanceof PackageError && error.code === 'package-not-found')
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
