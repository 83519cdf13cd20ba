import type { ProblemKind } from '@sandglass/contracts';
import type { ProblemPackage } from './model.ts';

/** What kind of problem the package holds, in the words of the tasks that judge it. */
export function kindOf({
  type,
  limits,
  allowFileWriting,
}: Pick<ProblemPackage, 'type' | 'limits' | 'allowFileWriting'>): ProblemKind {
  return {
    interactive: type.interactive,
    submitAnswer: type.submitAnswer,
    passes: type.multiPass ? limits.validationPasses : 1,
    ...(allowFileWriting ? { fileWriting: true } : {}),
  };
}

/**
 * Name of a program's file as it is to be compiled or looked up: below the program's folder, or the
 * base name of a program that is a single file.
 */
export function nameInProgram(program: string, file: string): string {
  const from = program === file ? file.lastIndexOf('/') : program.length;
  return file.slice(from + 1);
}
