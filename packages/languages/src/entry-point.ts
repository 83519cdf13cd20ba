/** Where a program begins: the given entry point checked, or a good guess. */
import type { LanguageDefinition, SourceFile } from './definition.ts';
import { LanguageError } from './errors.ts';
import { extensionOf, hasExtension, withoutExtension } from './file-name.ts';
import { factsOf } from './java-source.ts';
import { onlyBeginning } from './main-file.ts';
import { compactClass, placeFiles } from './sources.ts';

/**
 * The entry point to store with a submission; null for languages that have none.
 * @throws LanguageError LANGUAGE_ENTRY_POINT_MISSING, LANGUAGE_ENTRY_POINT_WRONG, LANGUAGE_NO_SOURCE, LANGUAGE_DUPLICATE_FILE
 */
export function resolveEntryPoint(
  language: LanguageDefinition,
  files: readonly SourceFile[],
  given: string | null,
): string | null {
  const wanted = given?.trim() === '' ? null : (given?.trim() ?? null);
  switch (language.entryPoint) {
    case 'none':
      return null;
    case 'main-class':
      return mainClass(language, files, wanted);
    case 'main-file':
      return mainFile(language, files, wanted);
  }
}

const longestClassName = 1024;
const classNamePattern = /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

function mainClass(language: LanguageDefinition, files: readonly SourceFile[], given: string | null): string {
  if (given !== null) {
    const name = hasExtension(given, language.extensions) ? withoutExtension(given) : given;
    if (classNamePattern.test(name)) return name;
    throw new LanguageError('LANGUAGE_ENTRY_POINT_WRONG', { given, why: 'it must be the name of a class' });
  }
  const all = files
    .filter((file) => hasExtension(file.name, language.extensions) || extensionOf(file.name) === '')
    .flatMap((file) => {
      const { packageName, mainTypes, instanceMainTypes, isCompact } = factsOf(file);
      if (isCompact) return [{ packageName: '', type: compactClass(file.name), isStatic: true }];
      return [
        ...mainTypes.map((type) => ({ packageName, type, isStatic: true })),
        ...instanceMainTypes.map((type) => ({ packageName, type, isStatic: false })),
      ];
    });
  // A method main() is started by Java 25 alone, and many a class has one that is not meant to begin with.
  const plain = all.filter(({ isStatic }) => isStatic);
  const candidates = plain.length === 0 ? all : plain;
  // Names are put together for the one alone: a package's name may be as long as the file, and its types many.
  const found = candidates.find(({ type }) => type === 'Main') ?? candidates[0];
  if (found !== undefined) return bounded(nameOf(found));
  // Perhaps main is inherited, or the text is not there: a single file says enough.
  const sources = placeFiles(language, files).filter((file) => file.isSource && !file.included);
  const only = sources[0];
  if (sources.length === 1 && only !== undefined) return withoutExtension(only.placedAs);
  throw new LanguageError('LANGUAGE_ENTRY_POINT_MISSING', { what: 'a class with a main method' });
}

function nameOf({ packageName, type }: { readonly packageName: string; readonly type: string }): string {
  return packageName === '' ? type : `${packageName}.${type}`;
}

/** A class is a file and its package a path: what Linux takes for neither can be no entry point. */
function bounded(name: string): string {
  if (name.length <= longestClassName) return name;
  throw new LanguageError('LANGUAGE_ENTRY_POINT_WRONG', {
    given: `${name.slice(0, 60)}…`,
    why: `the name of a class has ${longestClassName} characters at most`,
  });
}

/** Names of the file to start, most explicit first; of a package's own files, a driver has one of them. */
const driverNames = ['__main__', 'main'];
const mainNames = [...driverNames, 'solution', 'index'];

function mainFile(language: LanguageDefinition, files: readonly SourceFile[], given: string | null): string {
  const names = files.map((file) => file.name);
  if (given !== null) {
    const found =
      names.find((name) => name === given) ?? names.find((name) => withoutExtension(name) === given);
    if (found !== undefined) return found;
    throw new LanguageError('LANGUAGE_ENTRY_POINT_WRONG', {
      given,
      why: `it must be one of ${names.join(', ')}`,
    });
  }
  const sources = placeFiles(language, files).filter((file) => file.isSource);
  const own = sources.filter((file) => !file.included);
  const driver = namedLike(
    driverNames,
    sources.filter((file) => file.included),
  );
  if (driver !== undefined) return driver;
  const candidates = own.length === 0 ? sources : own;
  const only = candidates[0];
  if (candidates.length === 1 && only !== undefined) return only.name;
  const texts = new Map(files.map(({ name, text }) => [name, text ?? '']));
  const found =
    namedLike(mainNames, candidates) ??
    onlyBeginning(
      language,
      candidates.map(({ name }) => ({ name, text: texts.get(name) ?? '' })),
    );
  if (found !== undefined) return found;
  throw new LanguageError('LANGUAGE_ENTRY_POINT_MISSING', { what: 'the file to start' });
}

function namedLike(
  wanted: readonly string[],
  files: readonly { readonly name: string }[],
): string | undefined {
  for (const usual of wanted) {
    const found = files.find(({ name }) => withoutExtension(name).toLowerCase() === usual);
    if (found !== undefined) return found.name;
  }
  return undefined;
}
