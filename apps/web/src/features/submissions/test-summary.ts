import type { TestResult } from '@sandglass/contracts';
import { plural } from '../../lib/format.ts';

/** How many passed, of those that are shown. */
export function testSummary(
  tests: readonly Pick<TestResult, 'verdict'>[],
  total: number,
  running: boolean,
): string {
  const hidden = total - tests.length;
  if (tests.length === 0) return `${plural(hidden, 'test')}: how each of them went is not shown`;
  const done = tests.filter(({ verdict }) => verdict !== null).length;
  const passed = tests.filter(({ verdict }) => verdict === 'AC').length;
  const shown = plural(tests.length, hidden > 0 ? 'sample' : 'test');
  const parts = [done === 0 ? `${shown}, none run yet` : `${String(passed)} of ${shown} passed`];
  if (done > 0 && done < tests.length && !running) parts.push(`${String(tests.length - done)} not run`);
  if (hidden > 0) parts.push(`how the other ${plural(hidden, 'test')} went is not shown`);
  return parts.join('; ');
}
