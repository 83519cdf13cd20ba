/** One team on one problem: what its tries amount to. */
import type { ContestRules, Verdict } from '@sandglass/contracts';
import { remapped, timeIn } from './contest-rules.ts';
import { countsPenalty, isFinal, type PenaltyPolicy } from './verdict.ts';

/** A submission as the scoreboard knows it. */
export interface Attempt {
  readonly submissionId: string;
  readonly teamId: string;
  readonly problemId: string;
  /** The instant of its arrival, ms since the epoch. */
  readonly atMs: number;
  /** By the contest's present rules. */
  readonly contestTimeMs: number;
  /** Place in the event log: orders attempts of the same millisecond. */
  readonly seq: number;
  /** Null while pending; a judging error counts as pending. */
  readonly verdict: Verdict | null;
  /** CPU time of its slowest test; null: none was run, or it is not known. */
  readonly maxCpuUs: number | null;
}

export interface CellResult {
  readonly tries: number;
  readonly pending: number;
  readonly solved: boolean;
  readonly solvedMinute: number | null;
  /** The same in the unit of penalties. */
  readonly solvedTime: number | null;
  /** The accepted attempt, for first-to-solve. */
  readonly solvedBy: Attempt | null;
  /** CPU time of the slowest test of the accepted attempt; null while unsolved. */
  readonly runTimeMs: number | null;
  /** What this problem adds to the team's penalty, in its unit; 0 while unsolved. */
  readonly penalty: number;
  /** A verdict counts here that the public does not see; see {@link CellRule.publicHiddenFromMs}. */
  readonly hidden: boolean;
}

export interface CellRule {
  readonly penaltyMinutes: number;
  readonly unit: ContestRules['penaltyUnit'];
  readonly remap: ContestRules['remap'];
  readonly policy: PenaltyPolicy;
  /** Attempts from this contest time on are shown as pending; null: none. */
  readonly hiddenFromMs: number | null;
  /** From this contest time on the public sees attempts as pending; null or omitted: it sees all, or nobody asks. */
  readonly publicHiddenFromMs?: number | null;
}

export const emptyCell: CellResult = {
  tries: 0,
  pending: 0,
  solved: false,
  solvedMinute: null,
  solvedTime: null,
  runTimeMs: null,
  solvedBy: null,
  penalty: 0,
  hidden: false,
};

/** Order in which attempts count: arrival, in a removed interval too, where all have one contest time; then the event log. */
export function compareAttempts(a: Attempt, b: Attempt): number {
  return a.atMs - b.atMs || a.seq - b.seq;
}

export function isPending(attempt: Attempt, hiddenFromMs: number | null): boolean {
  return !isFinal(attempt.verdict) || (hiddenFromMs !== null && attempt.contestTimeMs >= hiddenFromMs);
}

/** @param attempts of one team on one problem, in {@link compareAttempts} order */
export function cellOf(attempts: readonly Attempt[], rule: CellRule): CellResult {
  let rejected = 0;
  let pending = 0;
  let hidden = false;
  for (const attempt of attempts) {
    hidden ||= !isPending(attempt, rule.hiddenFromMs) && isPending(attempt, rule.publicHiddenFromMs ?? null);
    if (isPending(attempt, rule.hiddenFromMs)) {
      pending += 1;
    } else if (attempt.verdict === 'AC') {
      // What comes after the first accepted attempt changes nothing any more.
      return {
        tries: rejected + 1,
        pending,
        solved: true,
        solvedMinute: timeIn('minutes', attempt.contestTimeMs),
        solvedTime: timeIn(rule.unit, attempt.contestTimeMs),
        runTimeMs: Math.round((attempt.maxCpuUs ?? 0) / 1000),
        solvedBy: attempt,
        penalty:
          timeIn(rule.unit, attempt.contestTimeMs) +
          timeIn(rule.unit, rejected * rule.penaltyMinutes * 60_000),
        hidden,
      };
    } else if (
      attempt.verdict !== null &&
      countsPenalty(remapped(attempt.verdict, rule.remap), rule.policy)
    ) {
      rejected += 1;
    }
  }
  return { ...emptyCell, tries: rejected, pending, hidden };
}
