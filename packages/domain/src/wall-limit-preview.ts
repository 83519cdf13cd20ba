/**
 * What another wall limit would do to a judging that is on record, without running
 * anything: a limit lowered below what a run took is known to cut it; a limit raised above
 * the point of a kill leaves open what the program would have done.
 */
import type { Verdict } from '@sandglass/contracts';

/** A stored test result, in judging order. */
export interface RecordedTest {
  readonly verdict: Verdict;
  /** Measured, µs. */
  readonly wallUs: number;
  /** The wall limit it was run under, µs. */
  readonly limitUs: number;
}

export type WallLimitEffect =
  /** The verdict stays. */
  | { readonly kind: 'same' }
  /** The verdict becomes this one, known from the record. */
  | { readonly kind: 'changes'; readonly verdict: Verdict; readonly test: number }
  /** Only a rejudging can decide, because of this test. */
  | { readonly kind: 'open'; readonly test: number };

/**
 * @param tests what was run, in judging order; with lazy judging up to the first failing one
 * @param verdict of the judging
 * @param wallUs the new limit of its runs, µs
 */
export function previewWallLimit(
  tests: readonly RecordedTest[],
  verdict: Verdict,
  wallUs: number,
): WallLimitEffect {
  for (const [test, run] of tests.entries()) {
    // Killed at the old limit: with more time it might do anything. What was measured says nothing here, since a
    // task that hangs in the kernel dies long after its kill.
    if (run.verdict === 'WTL' && run.limitUs < wallUs) return { kind: 'open', test };
    // It took longer than the new limit allows: the wall limit would end the run before any other result.
    const now = run.wallUs > wallUs ? 'WTL' : run.verdict;
    if (now !== 'AC') return now === verdict ? { kind: 'same' } : { kind: 'changes', verdict: now, test };
  }
  return verdict === 'AC' || tests.length === 0 ? { kind: 'same' } : { kind: 'open', test: tests.length };
}
