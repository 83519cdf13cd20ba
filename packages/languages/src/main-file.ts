/**
 * Which of several files a program begins with, when none has the name of a main file: the one that is no part of
 * another. A guess, where only one is left. The sources are a stranger's: each character is looked at a fixed number of times.
 */
import type { LanguageDefinition } from './definition.ts';
import { withoutExtension } from './file-name.ts';

export interface Candidate {
  readonly name: string;
  readonly text: string;
}

/**
 * The only file that no other one mentions where it names its parts; undefined when there is none or more than one.
 * Files that call themselves a part (Pascal's units) are left out.
 */
export function onlyBeginning(
  { partWords = [] }: LanguageDefinition,
  files: readonly Candidate[],
): string | undefined {
  const whole = files.filter(({ text }) => !partWords.includes(firstWord(text)));
  if (whole.length === 1) return whole[0]?.name;
  const mentionedBy = new Map(files.map((file) => [file, mentionedParts(file.text)]));
  const left = whole.filter((file) => {
    const stem = stemOf(file.name);
    return !files.some((other) => stemOf(other.name) !== stem && mentionedBy.get(other)?.has(stem) === true);
  });
  return left.length === 1 ? left[0]?.name : undefined;
}

/** In lower case: Pascal and Ada do not distinguish names by it, and two files that differ in it alone are rare. */
function stemOf(name: string): string {
  return withoutExtension(name.slice(name.lastIndexOf('/') + 1)).toLowerCase();
}

/** What a statement begins with, or has before the name, that takes in another file. */
const takingWords: ReadonlySet<string> = new Set(
  'import from require require_relative require_once include include_once source use uses with load dofile mod consult ensure_loaded use_module'.split(
    ' ',
  ),
);

/** Words, in lower case, on a line behind one that includes other files, or on the next after a comma. */
function mentionedParts(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let isTaking = false;
  for (const line of text.split('\n')) {
    let last = '';
    // Bash's and the POSIX shell's `. ./part.sh`.
    if (/^[ \t]{0,64}\.[ \t]/.test(line)) isTaking = true;
    for (const [word] of line.matchAll(/[\p{L}\p{N}_$-]+|[^\s\p{L}\p{N}_$-]/gu)) {
      last = word.toLowerCase();
      if (takingWords.has(last)) isTaking = true;
      else if (isTaking) found.add(last);
    }
    isTaking = isTaking && (last === ',' || last === '{' || last === '(' || takingWords.has(last));
  }
  return found;
}

/** The first word, in lower case, behind white space and the comments of Pascal: `{…}`, `(*…*)` and `//…`. */
function firstWord(text: string): string {
  let at = 0;
  while (at < text.length) {
    if (text.startsWith('//', at)) at = behind(text, '\n', at);
    else if (text.startsWith('(*', at)) at = behind(text, '*)', at + 2);
    else if (text[at] === '{') at = behind(text, '}', at);
    else if (text.charCodeAt(at) <= 0x20 || text[at] === '\uFEFF') at += 1;
    else return (/^\w{1,64}/.exec(text.slice(at, at + 64))?.[0] ?? '').toLowerCase();
  }
  return '';
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
