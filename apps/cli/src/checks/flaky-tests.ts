/**
 * Tests that are known to fail now and then. A test that passes only at the second try fails the whole run, unless it is named
 * here: the entry goes when the test, or what it tests, is mended.
 */
import type { Flaky } from './test-report.ts';

export interface KnownFlakyTest {
  /** Relative to the checkout. */
  readonly file: string;
  /** As the run names it: the names of its suites and its own, with ` > ` between them. */
  readonly name: string;
  /** Since when it is known, as `2026-11-23`. */
  readonly since: string;
  /** What is known of the cause. */
  readonly reason: string;
}

export const flakyTests: readonly KnownFlakyTest[] = [];

export function knownFlaky(
  { file, name }: Pick<Flaky, 'file' | 'name'>,
  among: readonly KnownFlakyTest[] = flakyTests,
): KnownFlakyTest | undefined {
  return among.find((known) => known.file === file && known.name === name);
}
