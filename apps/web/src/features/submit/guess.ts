import type { Language } from '@sandglass/contracts';
import {
  findLanguage,
  guessLanguage,
  guessLanguageOfText,
  readJavaSource,
  resolveEntryPoint,
} from '@sandglass/languages';
import type { SourceFile } from './source-file.ts';

/** The language a contestant most likely means, among those offered; null when nothing shows it. */
export function guessOffered(
  offered: readonly Language[],
  files: readonly Pick<SourceFile, 'name' | 'content'>[],
): string | null {
  const isOffered = (id: string | null): id is string => id !== null && offered.some((one) => one.id === id);
  const byName = guessLanguage(
    files.map((file) => file.name),
    (name) => files.find((file) => file.name === name)?.content,
    isOffered,
  );
  if (isOffered(byName)) return byName;
  const first = files[0];
  const byText = first === undefined ? null : guessLanguageOfText(first.content);
  return isOffered(byText) ? byText : null;
}

/** The main class or file the judge will take when none is named; null when it is unknown. */
export function guessEntryPoint(
  languageId: string,
  files: readonly Pick<SourceFile, 'name' | 'content'>[],
): string | null {
  const language = findLanguage(languageId);
  if (language === undefined || language === null) return null;
  try {
    return resolveEntryPoint(
      language,
      files.map((file) => ({ name: file.name, text: file.content })),
      null,
    );
  } catch {
    return null;
  }
}

/** What a program written in the editor is called: Java wants the name of its public class. */
export function editorFileName(language: Language | null, text: string): string {
  const extension = language?.extensions[0] ?? 'txt';
  if (language?.entryPoint === 'main-class') {
    const { publicType, mainTypes } = readJavaSource(text);
    return `${publicType ?? mainTypes[0] ?? 'Main'}.${extension}`;
  }
  return `solution.${extension}`;
}
