/** The languages there are. A new one is a file in `languages/` and a line here. */
import type { LanguageDefinition } from './definition.ts';
import { LanguageError } from './errors.ts';
import { c } from './languages/c.ts';
import { cpp } from './languages/cpp.ts';
import { java } from './languages/java.ts';
import { python3 } from './languages/python3.ts';

export const languages: readonly LanguageDefinition[] = [c, cpp, java, python3];

const byId = new Map(languages.map((language) => [language.id, language]));

export function findLanguage(id: string): LanguageDefinition | null {
  return byId.get(id) ?? null;
}

/** @throws LanguageError LANGUAGE_UNKNOWN */
export function languageById(id: string): LanguageDefinition {
  const language = findLanguage(id);
  if (language !== null) return language;
  throw new LanguageError('LANGUAGE_UNKNOWN', { id, known: languages.map((known) => known.id).join(', ') });
}
