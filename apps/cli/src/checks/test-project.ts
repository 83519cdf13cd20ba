import { flakyTests, knownFlaky, type KnownFlakyTest } from './flaky-tests.ts';
import { countsOf, failingFiles, steadyFiles, withSecondTry } from './test-report.ts';
import type { Counts, Flaky, TestReport } from './test-report.ts';

/** So few failing files may be a moment's trouble of the machine; more are a broken change. */
export const mostSecondTries = 3;

export interface TestOutcome {
  readonly counts: Counts;
  /** What passed only at the second try. */
  readonly flaky: readonly Flaky[];
  /** Of tests: the files that passed at the first try, with what each took. */
  readonly steady?: readonly { readonly path: string; readonly ms: number }[];
}

/** One run of the test runner: the whole project, or these files one after the other. */
export type RunTests = (files?: readonly string[]) => Promise<{
  readonly status: number;
  /** Undefined: the runner broke off and left none. */
  readonly report: TestReport | undefined;
}>;

/**
 * Runs a project's tests. Where few files failed, exactly those run once more, alone, and count by that run: the second try
 * says whether a test is flaky or broken. A flaky one has failed as well, unless it is known to be flaky.
 * @param log one line for each thing that is done or found beyond the plain run
 */
export async function testProject(
  run: RunTests,
  log: (line: string) => void,
  known: readonly KnownFlakyTest[] = flakyTests,
): Promise<TestOutcome> {
  const first = await run();
  if (first.report === undefined) return { counts: { passed: 0, failed: 1, skipped: 0 }, flaky: [] };
  const failing = failingFiles(first.report);
  if (failing.length === 0 || failing.length > mostSecondTries || first.report.strayErrors.length > 0)
    return {
      counts: atLeastOneFailure(countsOf(first.report), first.status),
      flaky: [],
      steady: steadyFiles(first.report),
    };

  log(`${String(failing.length)} failing: a second try, alone, of ${failing.join(', ')}`);
  const second = await run(failing);
  if (second.report === undefined)
    return { counts: countsOf(first.report), flaky: [], steady: steadyFiles(first.report) };
  const { report, flaky } = withSecondTry(first.report, second.report);
  for (const test of flaky) log(inWords(test, known));
  const unknown = flaky.filter((test) => knownFlaky(test, known) === undefined).length;
  const counts = asFailed(atLeastOneFailure(countsOf(report), second.status), unknown);
  return { counts, flaky, steady: steadyFiles(first.report) };
}

/** One line about a test that passed only at the second try. */
export function inWords(test: Flaky, known: readonly KnownFlakyTest[] = flakyTests): string {
  const { file, name, reason } = test;
  const entry = knownFlaky(test, known);
  const what = entry === undefined ? 'flaky' : `flaky, known since ${entry.since} (${entry.reason})`;
  return `${what}: ${file} > ${name} (at first: ${reason})`;
}

function asFailed({ passed, failed, skipped }: Counts, tests: number): Counts {
  return { passed: Math.max(0, passed - tests), failed: failed + tests, skipped };
}

/** A runner that is not content although no test says why has failed. */
function atLeastOneFailure(counts: Counts, status: number): Counts {
  return counts.failed === 0 && status !== 0 ? { ...counts, failed: 1 } : counts;
}
