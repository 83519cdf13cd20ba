import { countsOf, failingFiles, withSecondTry } from './test-report.ts';
import type { Counts, TestReport, Unsteady } from './test-report.ts';

/** So few failing files may be a moment's trouble of the machine; more are a broken change. */
export const mostSecondTries = 3;

export interface TestOutcome {
  readonly counts: Counts;
  /** What passed only at the second try: to be told, and to be mended. */
  readonly unsteady: readonly Unsteady[];
}

/** One run of the test runner: the whole project, or these files one after the other. */
export type RunTests = (files?: readonly string[]) => Promise<{
  readonly status: number;
  /** Undefined: the runner broke off and left none. */
  readonly report: TestReport | undefined;
}>;

/**
 * Runs a project's tests. Where few files failed, exactly those run once more, alone, and count by that run.
 * @param tell told in words what is done beyond the plain run
 */
export async function testProject(run: RunTests, tell: (line: string) => void): Promise<TestOutcome> {
  const first = await run();
  if (first.report === undefined) return { counts: { passed: 0, failed: 1, skipped: 0 }, unsteady: [] };
  const failing = failingFiles(first.report);
  if (failing.length === 0 || failing.length > mostSecondTries || first.report.strayErrors.length > 0)
    return { counts: atLeastOneFailure(countsOf(first.report), first.status), unsteady: [] };

  tell(`${String(failing.length)} failing: a second try, alone, of ${failing.join(', ')}`);
  const second = await run(failing);
  if (second.report === undefined) return { counts: countsOf(first.report), unsteady: [] };
  const { report, unsteady } = withSecondTry(first.report, second.report);
  for (const test of unsteady) tell(inWords(test));
  return { counts: atLeastOneFailure(countsOf(report), second.status), unsteady };
}

/** One line about a test that passed only at the second try. */
export function inWords({ file, name, reason }: Unsteady): string {
  return `unsteady: ${file} > ${name} (at first: ${reason})`;
}

/** A runner that is not content although no test says why has failed. */
function atLeastOneFailure(counts: Counts, status: number): Counts {
  return counts.failed === 0 && status !== 0 ? { ...counts, failed: 1 } : counts;
}
