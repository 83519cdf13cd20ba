/** One team on one problem: what its tries amount to. */
import type { Verdict } from '@sandglass/contracts';
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
}

export interface CellResult {
  readonly tries: number;
  readonly pending: number;
  readonly solved: boolean;
  readonly solvedMinute: number | null;
  /** The accepted attempt, for first-to-solve. */
  readonly solvedBy: Attempt | null;
  /** Minutes this problem adds to the team's penalty; 0 while unsolved. */
  readonly penalty: number;
  /** A verdict counts here that the public does not see; see {@link CellRule.publicHiddenFromMs}. */
  readonly hidden: boolean;
}

export interface CellRule {
  readonly penaltyMinutes: number;
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
      const solvedMinute = Math.floor(attempt.contestTimeMs / 60_000);
      const penalty = solvedMinute + rejected * rule.penaltyMinutes;
      return { tries: rejected + 1, pending, solved: true, solvedMinute, solvedBy: attempt, penalty, hidden };
    } else if (attempt.verdict !== null && countsPenalty(attempt.verdict, rule.policy)) {
      rejected += 1;
    }
  }
  return { ...emptyCell, tries: rejected, pending, hidden };
}
