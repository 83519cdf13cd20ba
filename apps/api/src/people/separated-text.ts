/** Tables of text: CSV as RFC 4180 has it, and lines with tabs. One pass over any text. */

export interface TextRow {
  readonly cells: readonly string[];
  /** Where it begins, from 1. */
  readonly line: number;
}

/** Rows of all files. A thousand teams with their members and accounts are six thousand. */
export const maxRows = 50_000;
/** The head, and one row that says that there are too many. */
const mostRead = maxRows + 2;

export class UnclosedQuote extends Error {
  readonly line: number;
  constructor(line: number) {
    super('a quotation mark is not closed');
    this.line = line;
  }
}

/** The separator that the first line has most of. */
export function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = end === -1 ? text : text.slice(0, end);
  const counted = ['\t', ';', ','].map((separator) => ({ separator, count: first.split(separator).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** Cells may be in quotation marks, which are doubled within. Empty lines are left out. @throws UnclosedQuote */
export function parseSeparated(text: string, separator: string): TextRow[] {
  const rows: TextRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length && rows.length < mostRead) {
    const start = line;
    const cells: string[] = [];
    for (;;) {
      let cell: string;
      if (text[at] === '"') {
        ({ cell, at, line } = quoted(text, at, line, separator));
      } else {
        const from = at;
        while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
        cell = text.slice(from, at);
      }
      cells.push(cell.trim());
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\n') {
      at += 1;
      line += 1;
    }
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: start });
  }
  return rows;
}

/** Lines with tabs have no quotation. */
export function parseTabbed(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; at < text.length && rows.length < mostRead; line += 1) {
    const end = text.indexOf('\n', at);
    const content = text.slice(at, end === -1 ? text.length : end);
    if (content.trim() !== '') rows.push({ cells: content.split('\t').map((cell) => cell.trim()), line });
    at += content.length + 1;
  }
  return rows;
}

function quoted(
  text: string,
  from: number,
  firstLine: number,
  separator: string,
): { cell: string; at: number; line: number } {
  const parts: string[] = [];
  let line = firstLine;
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new UnclosedQuote(firstLine);
    const part = text.slice(at, end);
    parts.push(part);
    line += part.split('\n').length - 1;
    at = end + 1;
    if (text[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  // What follows a closing quotation mark belongs to the cell: spaces, the return of Windows' line ends.
  const rest = at;
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
  return { cell: parts.join('') + text.slice(rest, at), at, line };
}
