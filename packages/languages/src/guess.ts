/** Which language a set of files is written in. */
import { languages } from './catalogue.ts';
import { hasExtension } from './file-name.ts';

/**
 * Id of the one language whose source extension occurs among the files; headers and files
 * of no language do not count. Null when there is none or more than one.
 */
export function guessLanguage(fileNames: readonly string[]): string | null {
  const found = languages.filter((language) =>
    fileNames.some((name) => hasExtension(name, language.extensions)),
  );
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Signs of a language in a text without a name, as somebody pastes it into the editor. First match wins. */
const signs: readonly (readonly [id: string, sign: RegExp])[] = [
  ['java', /^\s*import\s+java[x]?\.|\bpublic\s+(final\s+)?class\s+\w+|\bpublic\s+static\s+void\s+main\b/m],
  [
    'cpp',
    /^\s*#\s*include\s*<(bits\/stdc\+\+\.h|iostream|vector|string|algorithm|map|set|queue|c[a-z]+)>|\bstd::|\busing\s+namespace\b|\btemplate\s*</m,
  ],
  ['c', /^\s*#\s*include\s*[<"]\w+\.h[>"]|\bint\s+main\s*\(/m],
  [
    'python3',
    /^\s*(def\s+\w+\s*\(.*\)\s*(->.*)?:|from\s+\w+(\.\w+)*\s+import\b|import\s+\w+|if\s+__name__\s*==)|\bprint\s*\(|\binput\s*\(/m,
  ],
];

/** A proposal only: the contestant chooses. Null when nothing speaks for any language. */
export function guessLanguageOfText(text: string): string | null {
  const head = text.slice(0, 20_000);
  return signs.find(([, sign]) => sign.test(head))?.[0] ?? null;
}
