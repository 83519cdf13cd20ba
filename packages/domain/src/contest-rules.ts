/** What follows from the rules of a contest: which verdict counts and is shown, how much is judged, how often a team may hand in. */
import type {
  ContestRules,
  FailingVerdict,
  JudgingExtent,
  SubmissionWindow,
  Verdict,
} from '@sandglass/contracts';

/** Whole minutes or seconds. */
export function timeIn(unit: ContestRules['penaltyUnit'], ms: number): number {
  return Math.floor(ms / (unit === 'minutes' ? 60_000 : 1000));
}

/** What everybody but the jury takes a verdict for. Once: what it becomes is not remapped again. */
export function remapped(verdict: Verdict, remap: ContestRules['remap']): Verdict {
  return isFailing(verdict) ? (remap[verdict] ?? verdict) : verdict;
}

/** Verdicts that are shown as one of these: what a list is filtered by where its viewer sees remapped ones. */
export function shownAs(
  shown: readonly Verdict[],
  remap: ContestRules['remap'],
  all: readonly Verdict[],
): Verdict[] {
  return all.filter((verdict) => shown.includes(remapped(verdict, remap)));
}

/**
 * The verdict of a judging of which all tests are known: of those that failed, that which the list names first; of equal
 * ones, and of those that it does not name, that of the first test.
 * @param verdicts in the order of the tests
 */
export function prioritised(verdicts: readonly Verdict[], priority: readonly FailingVerdict[]): Verdict {
  // A test that could not be judged might have been any of them.
  if (verdicts.includes('JE')) return 'JE';
  const failed = new Set<Verdict>(verdicts.filter((verdict) => verdict !== 'AC'));
  return priority.find((verdict) => failed.has(verdict)) ?? [...failed][0] ?? 'AC';
}

/** How much of a problem's submissions is judged. */
export function judgingExtent(
  { judging, judgingOf }: Pick<ContestRules, 'judging' | 'judgingOf'>,
  problemId: string,
): JudgingExtent {
  return judgingOf[problemId] ?? judging;
}

/** Why a team may not hand in yet. */
export interface RateRefusal {
  readonly window: SubmissionWindow;
  /** Null: not again in this contest. */
  readonly waitMs: number | null;
}

/**
 * The window that keeps a team waiting longest; null: it may hand in.
 * @param instants of its submissions to the contest before, newest first: as many as the largest count of a window
 */
export function rateRefusal(
  windows: readonly SubmissionWindow[],
  instants: readonly number[],
  atMs: number,
): RateRefusal | null {
  let longest: RateRefusal | null = null;
  for (const window of windows) {
    const oldest = instants[window.count - 1];
    if (oldest === undefined) continue;
    if (window.seconds === 'contest') return { window, waitMs: null };
    const waitMs = oldest + window.seconds * 1000 - atMs;
    if (waitMs > 0 && waitMs > (longest?.waitMs ?? 0)) longest = { window, waitMs };
  }
  return longest;
}

function isFailing(verdict: Verdict): verdict is FailingVerdict {
  return verdict !== 'AC' && verdict !== 'JE';
}
