/**
 * Whose a file `.pl` is: the problem package format's table gives the ending to Prolog, most systems to Perl. The text
 * is a stranger's: each line is looked at once, by its beginning and end.
 */

/** Words that begin a statement of Perl and no clause of Prolog, before white space. */
const perlWords: ReadonlySet<string> = new Set(
  'use no my our local package sub foreach while unless chomp push print printf return'.split(' '),
);

const looked = 20_000;

/** True where more lines are plainly Prolog than plainly Perl. */
export function looksLikeProlog(text: string): boolean {
  let balance = 0;
  let inComment = false;
  for (const line of text.slice(0, looked).split('\n')) {
    if (inComment) {
      inComment = !line.includes('*/');
      continue;
    }
    if (line.startsWith('/*')) inComment = !line.includes('*/');
    else if (line.startsWith('#!')) balance += line.includes('perl') ? -100 : line.includes('pl') ? 100 : 0;
    else if (isPerl(line.trim())) balance -= 1;
    else if (isProlog(line.trimEnd())) balance += 1;
  }
  return balance > 0;
}

/** A directive, or a clause whose head begins the line: an atom, in lower case or in quotes. */
function isProlog(line: string): boolean {
  if (line.startsWith(':-') || line.startsWith('?-')) return true;
  return /^[a-z']/.test(line) && (line.includes(':-') || line.includes('-->') || line.endsWith(').'));
}

/** A comment, a statement's first word, a variable, or a statement that ends with a semicolon behind a parenthesis or a quote. */
function isPerl(line: string): boolean {
  if (/^#(?![=<>\\/])/.test(line) || /^[$@][A-Za-z_]/.test(line)) return true;
  const end = line.search(/\s/);
  if (end > 0 && perlWords.has(line.slice(0, end))) return true;
  return /[)"'\]\w];$/.test(line) && !line.includes(':-');
}
