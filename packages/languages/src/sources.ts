/**
 * The files of a submission as they are laid out for the compiler.
 */
import type { LanguageDefinition, SourceFile } from './definition.ts';
import { LanguageError } from './errors.ts';
import { extensionOf, hasExtension, withoutExtension } from './file-name.ts';
import { factsOf } from './java-source.ts';

export interface PlacedFile {
  /** As it was handed in. */
  readonly name: string;
  /** As it is called in `/box`. */
  readonly placedAs: string;
  /** Handed to the compiler; otherwise it only lies beside (headers, data). */
  readonly isSource: boolean;
  /** Added by the package. */
  readonly included: boolean;
}

/**
 * Names and parts of the files. A single file without a known extension is taken as source, also when the package adds
 * files to it: the choice of the language has said so.
 * @throws LanguageError LANGUAGE_NO_SOURCE, LANGUAGE_DUPLICATE_FILE, LANGUAGE_FILE_NAME
 */
export function placeFiles(language: LanguageDefinition, files: readonly SourceFile[]): PlacedFile[] {
  const named = files.map((file) => ({
    name: file.name,
    placedAs: placedName(language, file),
    included: file.included === true,
  }));
  const seen = new Set<string>();
  for (const { placedAs } of named) {
    if (bytesOf(placedAs) > longestPath || !placedAs.split('/').every(isPlaceable)) {
      throw new LanguageError('LANGUAGE_FILE_NAME', { name: shortened(placedAs) });
    }
    if (seen.has(placedAs)) throw new LanguageError('LANGUAGE_DUPLICATE_FILE', { name: placedAs });
    seen.add(placedAs);
  }
  // A package's files may lie in folders, and a contestant's file may have the name of one.
  for (const path of seen) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const name = path.slice(0, at);
      if (seen.has(name)) throw new LanguageError('LANGUAGE_DUPLICATE_FILE', { name });
    }
  }
  const placed = named.map((file) => ({
    ...file,
    isSource: hasExtension(file.placedAs, language.extensions),
  }));
  const own = placed.filter((file) => !file.included);
  if (own.some((file) => file.isSource)) return placed;
  const only = own[0];
  if (own.length === 1 && only !== undefined && !hasExtension(only.placedAs, language.companionExtensions)) {
    return placed.map((file) => (file === only ? { ...file, isSource: true } : file));
  }
  if (placed.some((file) => file.isSource)) return placed;
  throw new LanguageError('LANGUAGE_NO_SOURCE', {
    language: language.name,
    extensions: language.extensions.map((extension) => `.${extension}`).join(', '),
  });
}

/** What Linux takes as one component of a path (NAME_MAX). A Java class may well have a longer name. */
function isPlaceable(component: string): boolean {
  if (['', '.', '..'].includes(component) || component.includes('\0')) return false;
  return bytesOf(component) <= 255;
}

/** Far below PATH_MAX: it lies in a folder, on the host and in the sandbox. */
const longestPath = 1024;

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function shortened(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 60)}…`;
}

/** The class of a compact source file, which has the file's name; where that is no name of a class, it gets another. */
export function compactClass(fileName: string): string {
  const stem = withoutExtension(fileName);
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(stem) ? stem : 'Main';
}

/**
 * javac insists that a file be called like its public type. Contestants do not always
 * (`A.java` with `public class Main`), and no judge gains by refusing them.
 */
function placedName(language: LanguageDefinition, file: SourceFile): string {
  if (language.entryPoint !== 'main-class') return file.name;
  const isSource = hasExtension(file.name, language.extensions) || extensionOf(file.name) === '';
  if (!isSource || file.text === undefined) return file.name;
  const { publicType, mainTypes, isCompact } = factsOf(file);
  if (isCompact) return `${compactClass(file.name)}.java`;
  if (publicType !== null) return `${publicType}.java`;
  // Without an extension javac does not see a source file in it.
  return extensionOf(file.name) === '' ? `${mainTypes[0] ?? file.name}.java` : file.name;
}
