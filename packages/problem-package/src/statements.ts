/** Statement files and what lies beside them. */
import { makeIssue } from './issue.ts';
import type { Issue, Statement, StatementFormat } from './model.ts';
import type { PackageTree } from './tree.ts';

const statementName = /^problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.(md|html?|pdf|tex)$/;

const formats: Readonly<Record<string, StatementFormat>> = {
  md: 'markdown',
  html: 'html',
  htm: 'html',
  pdf: 'pdf',
  tex: 'tex',
};

/** Best to show first: what a browser lays out well, then what it can show, then what it cannot. */
const preference: readonly StatementFormat[] = ['markdown', 'html', 'pdf', 'tex'];

/** The name the format gives the folder first; the other one is read with a warning. */
export function statementFolders(format: 'legacy' | '2025-09'): [string, string] {
  return format === '2025-09' ? ['statement', 'problem_statement'] : ['problem_statement', 'statement'];
}

export interface Statements {
  /** Per language the one to show comes first. */
  statements: Statement[];
  issues: Issue[];
}

export function readStatements(tree: PackageTree, format: 'legacy' | '2025-09'): Statements {
  const issues: Issue[] = [];
  const statements: Statement[] = [];
  const [right, other] = statementFolders(format);
  for (const folder of [right, other]) {
    const files = tree.below(folder);
    if (files.length === 0 || statements.length > 0) continue;
    if (folder === other) issues.push(makeIssue('folder-other-format', folder, { format, right }));
    const resources = files.filter(({ rest }) => !statementName.test(rest)).map(({ file }) => file.path);
    for (const { file, rest } of files) {
      const statement = toStatement(file.path, rest, resources);
      if (statement !== null) statements.push(statement);
      else if (/\.(md|html?|tex)$/.test(rest) && rest.startsWith('problem')) {
        issues.push(makeIssue('statement-name', file.path));
      }
    }
  }
  // DOMjudge's older habit: the statement directly in the root.
  if (statements.length === 0) {
    for (const name of rootStatements(tree)) {
      const statement = toStatement(name, name, []);
      if (statement !== null) statements.push(statement);
    }
  }
  if (statements.length === 0) issues.push(makeIssue('statement-missing', '', { folder: right }));
  statements.sort(
    (a, b) =>
      (a.language < b.language ? -1 : a.language > b.language ? 1 : 0) ||
      preference.indexOf(a.format) - preference.indexOf(b.format),
  );
  return { statements, issues };
}

function rootStatements(tree: PackageTree): string[] {
  return [...tree.files()].map((file) => file.path).filter((path) => statementName.test(path));
}

function toStatement(path: string, name: string, resources: string[]): Statement | null {
  const match = statementName.exec(name);
  const format = formats[match?.[2] ?? ''];
  if (match === null || format === undefined) return null;
  return { language: match[1] ?? 'en', format, path, resources };
}
