/** Which language a set of files is written in. */
import { languages } from './catalogue.ts';
import { hasExtension } from './file-name.ts';

/**
 * Id of the one language whose source extension occurs among the files; headers and files
 * of no language do not count. Null when there is none or more than one.
 * @param textOf where an ending is used by two languages, the text decides; without it, the more usual one has the file
 * @param isOffered a language that cannot be chosen has no claim to such an ending; default: all can
 */
export function guessLanguage(
  fileNames: readonly string[],
  textOf: (name: string) => string | undefined = () => undefined,
  isOffered: (id: string) => boolean = () => true,
): string | null {
  const found = new Set(fileNames.flatMap((name) => languageOfFile(name, textOf, isOffered) ?? []));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

const guessed = languages.filter(({ guess }) => guess.byExtension);

function languageOfFile(
  name: string,
  textOf: (name: string) => string | undefined,
  isOffered: (id: string) => boolean,
): string | null {
  const all = guessed.filter(({ extensions }) => hasExtension(name, extensions));
  const offered = all.filter(({ id }) => isOffered(id));
  const rivals = offered.length === 0 ? all : offered;
  if (rivals.length === 1) return rivals[0]?.id ?? null;
  const isOwn = ({ guess: { shared } }: (typeof rivals)[number]): boolean =>
    shared === undefined || !hasExtension(name, shared.extensions);
  const text = rivals.length === 0 ? undefined : textOf(name);
  const ours = rivals.find((rival) => !isOwn(rival) && rival.guess.shared?.isOurs(text ?? '') === true);
  return (ours ?? rivals.find(isOwn))?.id ?? null;
}

const byWeight = [...languages].sort((a, b) => b.guess.weight - a.guess.weight);

/** A proposal only: the contestant chooses. Null when nothing speaks for any language. */
export function guessLanguageOfText(text: string): string | null {
  const head = text.slice(0, 20_000);
  return byWeight.find(({ guess }) => guess.sign?.test(head) === true)?.id ?? null;
}
