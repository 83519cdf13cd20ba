import type { TestResult, Verdict } from '@sandglass/contracts';
import { plural } from '../../lib/format.ts';

export interface TestsOfJudging {
  /** Those that are shown. */
  readonly tests: readonly Pick<TestResult, 'verdict'>[];
  /** With those that are not. */
  readonly total: number;
  readonly running: boolean;
  /** Of the judging; null while there is none. */
  readonly verdict: Verdict | null;
}

/** What can be said of the tests that are not shown, from the verdict and the samples. */
export function secretTests({ tests, running, verdict }: TestsOfJudging): 'running' | 'failed' | 'unknown' {
  if (tests.some((test) => test.verdict !== 'AC')) return 'unknown';
  if (verdict !== null) return 'failed';
  return running ? 'running' : 'unknown';
}

/** What the tests that are not shown are called: where not even the samples are, they are among them. */
export function secretName({ tests, total }: Pick<TestsOfJudging, 'tests' | 'total'>): string {
  return plural(total - tests.length, tests.length === 0 ? 'test' : 'secret test');
}

/** How many passed, of those that are shown, and what is known of the others. */
export function testSummary(of: TestsOfJudging): string {
  const { tests, total, running, verdict } = of;
  const hidden = total - tests.length;
  if (hidden > 0 && verdict === 'AC') return `All ${plural(total, 'test')} passed.`;
  const done = tests.filter((test) => test.verdict !== null).length;
  const passed = tests.filter((test) => test.verdict === 'AC').length;
  const shown = plural(tests.length, hidden > 0 ? 'sample' : 'test');
  const parts: string[] = [];
  if (tests.length > 0) parts.push(done === 0 ? `${shown}, none run yet` : `${passed} of ${shown} passed`);
  if (done > 0 && done < tests.length && !running) parts.push(`${tests.length - done} not run`);
  if (hidden > 0) parts.push(...secretWords(of));
  const words = parts.join('; ');
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function secretWords(of: TestsOfJudging): string[] {
  const name = secretName(of);
  const only = of.total - of.tests.length === 1 ? name.replace(/^1 /, 'the ') : null;
  switch (secretTests(of)) {
    case 'running':
      return [only === null ? `the ${name} are running` : `${only} is running`];
    case 'failed':
      return [only === null ? `one of the ${name} failed; which one is not shown` : `${only} failed`];
    case 'unknown':
      return [];
  }
}
