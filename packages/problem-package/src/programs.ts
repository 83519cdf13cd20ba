/** Programs of a package: validators and what else it brings to be compiled. */
import { makeIssue } from './issue.ts';
import type { Metadata } from './metadata.ts';
import type { IncludedFiles, Issue, OutputValidator, PackageProgram } from './model.ts';
import type { PackageTree } from './tree.ts';

export type LanguageGuess = (files: readonly string[]) => string | null;

function toProgram(path: string, files: string[], guess: LanguageGuess): PackageProgram {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const isFile = files.length === 1 && files[0] === path;
  const names = isFile ? [] : files.map((file) => file.slice(path.length + 1));
  return {
    name: isFile ? base.replace(/\.[^.]*$/, '') : base,
    path,
    files,
    language: guess(files),
    hasBuildScript: names.includes('build'),
    hasRunScript: names.includes('run'),
  };
}

const notAProgram = /^(readme|license|makefile)(\.[a-z]+)?$|\.(md|txt|h|hpp|hh|pdf)$/i;

/** Every file or directory directly in `folder` is a program. */
export function readPrograms(
  tree: PackageTree,
  folder: string,
  guess: LanguageGuess,
  issues: Issue[],
): PackageProgram[] {
  const { files, directories } = tree.children(folder);
  const programs = [
    ...files
      .filter((name) => !notAProgram.test(name))
      .map((name) => toProgram(`${folder}/${name}`, [`${folder}/${name}`], guess)),
    ...directories.map((name) =>
      toProgram(
        `${folder}/${name}`,
        tree.below(`${folder}/${name}`).map(({ file }) => file.path),
        guess,
      ),
    ),
  ];
  const names = new Set<string>();
  for (const program of programs) {
    if (names.has(program.name))
      issues.push(makeIssue('program-duplicate', program.path, { name: program.name }));
    names.add(program.name);
  }
  return programs;
}

/** The whole folder, or the one directory in it, is a single program; null when there is none. */
function readSingleProgram(
  tree: PackageTree,
  folder: string,
  guess: LanguageGuess,
  issues: Issue[],
): PackageProgram | null {
  const { files, directories } = tree.children(folder);
  const loose = files.filter((name) => !notAProgram.test(name));
  if (loose.length === 0 && directories.length === 0) return null;
  const [directory] = directories;
  if (loose.length === 0 && directory !== undefined) {
    if (directories.length > 1) {
      issues.push(makeIssue('validator-several', folder, { names: directories.join(', ') }));
    }
    const path = `${folder}/${directory}`;
    return toProgram(
      path,
      tree.below(path).map(({ file }) => file.path),
      guess,
    );
  }
  const all = tree.below(folder).map(({ file }) => file.path);
  return toProgram(folder, all, guess);
}

/** The name the format gives the folder first; the other one is read with a warning. */
export function validatorFolders(format: 'legacy' | '2025-09'): [string, string] {
  return format === '2025-09'
    ? ['output_validator', 'output_validators']
    : ['output_validators', 'output_validator'];
}

export function readOutputValidator(
  tree: PackageTree,
  format: 'legacy' | '2025-09',
  metadata: Metadata,
  guess: LanguageGuess,
  issues: Issue[],
): OutputValidator {
  const flags = metadata.validatorFlags;
  const [right, other] = validatorFolders(format);
  let program = readSingleProgram(tree, right, guess, issues);
  if (program === null) {
    program = readSingleProgram(tree, other, guess, issues);
    if (program !== null) issues.push(makeIssue('folder-other-format', other, { format, right }));
  }
  const { type, validation } = metadata;
  if (program === null) {
    const kind = type.interactive ? 'interactive' : type.multiPass ? 'multi-pass' : null;
    if (validation === 'custom')
      issues.push(makeIssue('validator-missing', 'problem.yaml', { folder: right }));
    else if (kind !== null)
      issues.push(makeIssue('validator-needed', 'problem.yaml', { type: kind, folder: right }));
    return { kind: 'default', flags };
  }
  if (validation === 'default') {
    issues.push(makeIssue('validator-unused', program.path));
    return { kind: 'default', flags };
  }
  if (program.language === null && !program.hasBuildScript && !program.hasRunScript) {
    issues.push(makeIssue('validator-language', program.path, { files: baseNames(program.files) }));
  }
  return {
    kind: 'custom',
    interactive: type.interactive,
    directory: program.path,
    language: program.language,
    files: program.files,
    hasBuildScript: program.hasBuildScript,
    hasRunScript: program.hasRunScript,
    flags,
  };
}

export function readStaticValidator(
  tree: PackageTree,
  guess: LanguageGuess,
  issues: Issue[],
): PackageProgram | null {
  return readSingleProgram(tree, 'static_validator', guess, issues);
}

export function readIncludes(tree: PackageTree): IncludedFiles[] {
  return tree.children('include').directories.map((language) => ({
    language,
    files: tree.below(`include/${language}`).map(({ file }) => file.path),
  }));
}

export function baseNames(files: readonly string[]): string {
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1));
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 4).join(', ')}, …`;
}
