/**
 * Markdown whose parser would take a time that grows with the square of the text's length: quotes and lists in each other by
 * the hundred, and in one paragraph closing brackets by the hundred that nothing opens, or marks of emphasis by the thousand. No statement has them; a page that is
 * given one stays alive, and shows the text as it is.
 */

/** Of markers before the text of one line. */
const deepest = 100;
/** In one paragraph. */
const maxStrayBrackets = 1_000;
/** In one paragraph: runs of the same letter. */
const maxMarks = 4_000;

export function isCostlyMarkdown(text: string): boolean {
  let stray = 0;
  let open = 0;
  let marks = 0;
  for (const line of text.split('\n')) {
    if (depthOf(line) > deepest) return true;
    if (line.trim() === '') stray = open = marks = 0;
    let before = '';
    for (const letter of line) {
      if ((letter === '*' || letter === '_' || letter === '~') && letter !== before) marks += 1;
      before = letter;
      if (letter === '[') open += 1;
      else if (letter === ']' && open > 0) open -= 1;
      else if (letter === ']') stray += 1;
    }
    if (stray > maxStrayBrackets || marks > maxMarks) return true;
  }
  return false;
}

/** How many quotes and items of lists begin before the line's text. */
function depthOf(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length;) {
    const letter = line[at];
    if (letter === ' ' || letter === '\t') at += 1;
    else {
      const length = markerLength(line, at);
      if (length === 0) return depth;
      depth += 1;
      at += length;
    }
  }
  return depth;
}

/** Of a quote's `>`, of an item's bullet, or of its number of nine digits at most; 0: there is none. */
function markerLength(line: string, at: number): number {
  if (line[at] === '>') return 1;
  if ('-+*'.includes(line[at] ?? ' ')) return isBlank(line[at + 1]) ? 1 : 0;
  let digits = 0;
  while (digits < 9 && /^\d$/.test(line[at + digits] ?? '')) digits += 1;
  const end = line[at + digits];
  return digits > 0 && (end === '.' || end === ')') && isBlank(line[at + digits + 1]) ? digits + 1 : 0;
}

function isBlank(letter: string | undefined): boolean {
  return letter === undefined || letter === ' ' || letter === '\t';
}
