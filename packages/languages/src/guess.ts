/** Which language a set of files is written in. */
import { languages } from './catalogue.ts';
import { hasExtension } from './file-name.ts';

/**
 * Id of the one language whose source extension occurs among the files; headers and files
 * of no language do not count. Null when there is none or more than one.
 */
export function guessLanguage(fileNames: readonly string[]): string | null {
  const found = languages.filter(
    ({ guess, extensions }) => guess.byExtension && fileNames.some((name) => hasExtension(name, extensions)),
  );
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

const byWeight = [...languages].sort((a, b) => b.guess.weight - a.guess.weight);

/** A proposal only: the contestant chooses. Null when nothing speaks for any language. */
export function guessLanguageOfText(text: string): string | null {
  const head = text.slice(0, 20_000);
  return byWeight.find(({ guess }) => guess.sign?.test(head) === true)?.id ?? null;
}
