/** `domjudge-problem.ini` and `.timelimit`: the side files legacy packages keep their time limit in. */
import { makeIssue } from './issue.ts';
import { boundedIssues } from './issue-bound.ts';
import type { Issue } from './model.ts';

export interface IniFile {
  values: ReadonlyMap<string, string>;
  issues: Issue[];
}

function unquote(value: string): string {
  const quote = value.at(0);
  if (value.length >= 2 && (quote === "'" || quote === '"') && value.at(-1) === quote)
    return value.slice(1, -1);
  return value;
}

/**
 * `key = value` lines; quotes around a value are dropped, `;` and `#` begin comments, section
 * headers are skipped, a key's last value counts.
 */
export function parseIni(text: string, file: string): IniFile {
  const values = new Map<string, string>();
  const issues: Issue[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith(';') || line.startsWith('#') || /^\[.*\]$/.test(line)) continue;
    const equals = line.indexOf('=');
    if (equals <= 0) {
      issues.push(makeIssue('ini-line', file, { text: line }, { line: index + 1, column: 1 }));
      continue;
    }
    values.set(line.slice(0, equals).trim().toLowerCase(), unquote(line.slice(equals + 1).trim()));
  }
  return { values, issues: boundedIssues(issues) };
}
