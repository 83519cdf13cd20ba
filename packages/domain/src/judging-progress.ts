/**
 * A judging on its way: which tests are done, and from when on its verdict is certain.
 *
 * Results may come in any order (several slots, retries); the verdict is always that of
 * the judging order: the first test that is not accepted decides, and it is certain as
 * soon as every test before it is accepted. Values are immutable; `record` returns the next.
 */
import type { Verdict } from '@sandglass/contracts';
import { worstVerdict } from './verdict.ts';

/** `first`: ICPC, the first failing test decides. `worst`: every test is run, the worst verdict counts. */
export type JudgingOrder = 'first' | 'worst';

export interface JudgingProgress {
  readonly total: number;
  /** Stop at the first test that is not accepted. */
  readonly lazy: boolean;
  readonly order: JudgingOrder;
  /** By ordinal; null where nothing came in yet. */
  readonly verdicts: readonly (Verdict | null)[];
  readonly done: number;
  /** Every test before this one is in; with order `first`, accepted too. */
  readonly frontier: number;
}

/** @throws RangeError when `total` is not a non-negative integer. */
export function startProgress(
  total: number,
  options: { lazy?: boolean; order?: JudgingOrder } = {},
): JudgingProgress {
  if (!Number.isInteger(total) || total < 0)
    throw new RangeError(`total must be a whole number ≥ 0, not ${total}`);
  return {
    total,
    lazy: options.lazy ?? true,
    order: options.order ?? 'first',
    verdicts: Array<Verdict | null>(total).fill(null),
    done: 0,
    frontier: 0,
  };
}

/**
 * One more result. A second result for the same test replaces the first (a repeated
 * suspect run); the very same one changes nothing.
 * @throws RangeError when there is no such test.
 */
export function recordResult(progress: JudgingProgress, ordinal: number, verdict: Verdict): JudgingProgress {
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= progress.total) {
    throw new RangeError(`test ${ordinal} does not exist: ordinals are 0 … ${progress.total - 1}`);
  }
  const before = progress.verdicts[ordinal];
  if (before === verdict) return progress;
  const verdicts = progress.verdicts.with(ordinal, verdict);
  const done = before === null ? progress.done + 1 : progress.done;
  // A replaced verdict may move the frontier back as well as forth.
  let frontier = Math.min(progress.frontier, ordinal);
  while (frontier < verdicts.length && passes(progress.order, verdicts[frontier] ?? null)) frontier += 1;
  return { ...progress, verdicts, done, frontier };
}

function passes(order: JudgingOrder, verdict: Verdict | null): boolean {
  return order === 'first' ? verdict === 'AC' : verdict !== null;
}

/**
 * The verdict, as soon as nothing still to come can change it; else null.
 * `JE` means that a deciding test could not be judged.
 */
export function certainVerdict(progress: JudgingProgress): Verdict | null {
  if (progress.frontier === progress.total) {
    return progress.order === 'first' ? 'AC' : worstVerdict(known(progress));
  }
  return progress.order === 'first' ? (progress.verdicts[progress.frontier] ?? null) : null;
}

/** Ordinal of the test that decided; null when nothing failed, or while that is open. */
export function decidingTest(progress: JudgingProgress): number | null {
  const verdict = certainVerdict(progress);
  if (verdict === null || verdict === 'AC') return null;
  return progress.order === 'first' ? progress.frontier : progress.verdicts.indexOf(verdict);
}

/** Nothing more has to be run. */
export function isComplete(progress: JudgingProgress): boolean {
  if (progress.done === progress.total) return true;
  return progress.lazy && progress.order === 'first' && certainVerdict(progress) !== null;
}

/**
 * Must this test still be run? With lazy judging a test after a known failure is not
 * needed, even while tests before that failure are open: they can only decide earlier.
 */
export function isNeeded(progress: JudgingProgress, ordinal: number): boolean {
  if (ordinal < 0 || ordinal >= progress.total || progress.verdicts[ordinal] !== null) return false;
  if (!progress.lazy || progress.order !== 'first') return true;
  const failure = progress.verdicts.findIndex((verdict) => verdict !== null && verdict !== 'AC');
  return failure === -1 || ordinal < failure;
}

/** Ordinals still to run, in judging order. */
export function neededTests(progress: JudgingProgress): number[] {
  const failure =
    progress.lazy && progress.order === 'first'
      ? progress.verdicts.findIndex((verdict) => verdict !== null && verdict !== 'AC')
      : -1;
  const end = failure === -1 ? progress.total : failure;
  const needed: number[] = [];
  for (let ordinal = 0; ordinal < end; ordinal += 1) {
    if (progress.verdicts[ordinal] === null) needed.push(ordinal);
  }
  return needed;
}

function known(progress: JudgingProgress): Verdict[] {
  return progress.verdicts.filter((verdict) => verdict !== null);
}
