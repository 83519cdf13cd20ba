/**
 * When is a test run again because its time is not to be believed? (docs/decisions/0008)
 *
 * Only where it matters: the suspect run is the first failing one and so would decide the
 * judging. And only so often: a program that is starved three times, elsewhere each time
 * where there is an elsewhere, keeps its verdict, and the jury sees all attempts.
 */
import type { Verdict } from '@sandglass/contracts';

/** A first run and two repeats. */
export const maxSuspectAttempts = 3;

/**
 * How long a repeat waits for a host that is healthy and has nothing else to do, ms; then any eligible host may run it.
 * Long enough for the task that a host is busy with to end (a task is expected to take 10 s), short enough for a team
 * that waits.
 */
export const repeatPatienceMs = 10_000;

export interface AttemptedTest {
  readonly ordinal: number;
  readonly verdict: Verdict;
  /** {@link judgeSuspicion} said so. */
  readonly suspect: boolean;
  /** Counted from 1. */
  readonly attempt: number;
}

/** A suspect run that has a repeat left: as long as its task is open its verdict is not final. */
export function mayBeRepeated(test: Pick<AttemptedTest, 'suspect' | 'attempt'>): boolean {
  return test.suspect && test.attempt < maxSuspectAttempts;
}

/**
 * The test that must be run again before anything is decided; null: none.
 * @param tests the latest attempt of every test that is known
 */
export function testToRepeat(tests: readonly AttemptedTest[]): number | null {
  const failing = tests.filter(({ verdict }) => verdict !== 'AC');
  const first = failing.toSorted((a, b) => a.ordinal - b.ordinal)[0];
  return first !== undefined && mayBeRepeated(first) ? first.ordinal : null;
}
