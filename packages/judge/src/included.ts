import type { SourceFile } from './program.ts';

/** The files to be compiled: the package's own take the place of those of the same name. */
export function withIncluded(
  files: readonly SourceFile[],
  included: readonly SourceFile[],
): readonly SourceFile[] {
  const names = new Set(included.map(({ name }) => name));
  const marked = included.map((file) => ({ ...file, included: true }));
  return [...files.filter(({ name }) => !names.has(name)), ...marked];
}
