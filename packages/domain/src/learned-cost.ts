/**
 * What judging costs, learned per problem × language from what has been judged: a mean that forgets slowly, so
 * that it follows a changed problem or other hosts. Before anything is known a guess is used, which loses weight as
 * judgings end.
 */

/** Milliseconds on a slot. */
export interface ExpectedCost {
  readonly compileMs: number;
  readonly testMs: number;
}

/** Decayed sums; start with `nothingLearned`. */
export interface LearnedCost {
  readonly compilations: number;
  readonly compileMs: number;
  readonly tests: number;
  readonly testsMs: number;
}

/** One judging that has ended. */
export interface CostSample {
  /** Of one compilation, ms; null when it is not known. */
  readonly compileMs: number | null;
  readonly tests: number;
  /** Of all its tests together, ms on a slot, validation and files included. */
  readonly testsMs: number;
}

export const nothingLearned: LearnedCost = { compilations: 0, compileMs: 0, tests: 0, testsMs: 0 };

/** What each new judging leaves of the weight of those before it: half of it is gone after 35. */
const memory = 0.98;
/** The guess counts as much as this many judgings, of `guessTests` tests each. */
const guessWeight = 1;
const guessTests = 5;

export function learnCost(known: LearnedCost, sample: CostSample): LearnedCost {
  const compiled = sample.compileMs !== null && valid(sample.compileMs);
  const tested = sample.tests > 0 && valid(sample.testsMs);
  return {
    compilations: known.compilations * memory + (compiled ? 1 : 0),
    compileMs: known.compileMs * memory + (compiled ? (sample.compileMs ?? 0) : 0),
    tests: known.tests * memory + (tested ? sample.tests : 0),
    testsMs: known.testsMs * memory + (tested ? sample.testsMs : 0),
  };
}

function valid(ms: number): boolean {
  return Number.isFinite(ms) && ms >= 0;
}

/** The means of what was learned and the guess, which soon does not matter. */
export function expectedCost(known: LearnedCost, guess: ExpectedCost): ExpectedCost {
  const guessedTests = guessWeight * guessTests;
  return {
    compileMs: (known.compileMs + guessWeight * guess.compileMs) / (known.compilations + guessWeight),
    testMs: (known.testsMs + guessedTests * guess.testMs) / (known.tests + guessedTests),
  };
}

/**
 * How many tests a judge task has, so that no task is expected to hold a slot much longer than `taskMs`: the tests are
 * spread evenly over as few tasks as that takes.
 */
export function testsPerTask(tests: number, cost: ExpectedCost, taskMs: number): number {
  if (tests <= 1) return 1;
  const room = Math.max(taskMs - cost.compileMs, taskMs / 2);
  const atMost = Math.max(1, Math.floor(room / Math.max(cost.testMs, 1e-3)));
  return Math.ceil(tests / Math.ceil(tests / atMost));
}
