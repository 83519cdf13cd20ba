/** What is said of a package is for a person to read: of each kind of issue so many, and how many more there are. */
import type { Issue } from './model.ts';

const mostOfOneCode = 100;

/** Keeps the order and the severities: an error is never lost behind warnings. */
export function boundedIssues(issues: readonly Issue[]): Issue[] {
  const counts = new Map<string, number>();
  const kept = issues.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= mostOfOneCode;
  });
  if (kept.length === issues.length) return kept;
  for (const [code, count] of counts) {
    const last = kept.findLast((issue) => issue.code === code);
    if (count <= mostOfOneCode || last === undefined) continue;
    const { severity, file } = last;
    const more = count - mostOfOneCode;
    kept.push({ severity, code: last.code, file, message: `and ${more} more such as: ${last.message}` });
  }
  return kept;
}
