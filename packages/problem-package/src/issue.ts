/** Issues of the catalogue as they are made, shown and thrown. */
import { fillTemplate } from '@sandglass/contracts';
import { issueCatalogue, type IssueCode } from './issue-catalogue.ts';
import type { Issue, Position } from './model.ts';

/** Values shown in messages come from the package: they are cut and freed of control characters. */
function shown(value: string | number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal or a log
  const clean = String(value).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\uFFFD');
  return clean.length > 300 ? `${clean.slice(0, 300)}…` : clean;
}

/** Makes an issue of the catalogue; `file` is a path in the package. */
export function makeIssue(
  code: IssueCode,
  file: string,
  values: Record<string, string | number> = {},
  position?: Position,
): Issue {
  const entry = issueCatalogue[code];
  const cleaned = Object.entries(values).map(([name, value]) => [name, shown(value)]);
  const message = fillTemplate(entry.message, Object.fromEntries(cleaned));
  return {
    severity: entry.severity,
    code,
    file: shown(file),
    ...(position === undefined ? {} : { position }),
    message,
  };
}

/** One line for a person: `problem.yaml:3:7: limits.time_limit: …`. */
export function formatIssue(issue: Issue): string {
  const place = issue.position ? `:${issue.position.line}:${issue.position.column}` : '';
  return issue.file === '' ? issue.message : `${issue.file}${place}: ${issue.message}`;
}

/**
 * Thrown when no model can be made of a package: a hostile or broken archive, no problem.yaml,
 * or a problem.yaml that cannot be read. `issues` holds at least one error.
 */
export class PackageError extends Error {
  readonly issues: readonly Issue[];
  readonly code: string;

  constructor(issues: readonly Issue[]) {
    super(issues.map(formatIssue).join('\n'));
    this.name = 'PackageError';
    this.issues = issues;
    this.code = issues[0]?.code ?? 'package-not-found';
  }
}

/** Short form of `throw new PackageError([makeIssue(…)])`. */
export function refusal(
  code: IssueCode,
  file: string,
  values: Record<string, string | number> = {},
  position?: Position,
): PackageError {
  return new PackageError([makeIssue(code, file, values, position)]);
}
