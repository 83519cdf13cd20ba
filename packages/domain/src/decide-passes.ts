/**
 * Multi-pass problems: whether a pass is followed by another one.
 *
 * The rule is that of the problem package format 2025-09, "Multi-pass validation": the validator asks for another
 * pass by accepting (42) and leaving `nextpass.in`; leaving it and not accepting, or asking for more passes than the
 * problem allows, is an error of the jury.
 */
import type { RunDecision } from './decide-run.ts';

export interface PassToDecide {
  /** What became of this pass by itself. */
  readonly decision: RunDecision;
  /** The validator left an input for another pass. */
  readonly asksForMore: boolean;
  /** From 1. */
  readonly number: number;
  /** Passes the problem allows; 1: it is no multi-pass problem, and `nextpass.in` is a file like any other. */
  readonly limit: number;
}

export interface PassDecision {
  readonly decision: RunDecision;
  /** The program is to be run once more; then the decision is not final. */
  readonly again: boolean;
}

/** Verdicts by which a validator refuses. After any other failure it was not asked, or does not count. */
const refusals: ReadonlySet<string> = new Set(['WA', 'PE', 'NO']);

/** What a pass means for the test. Total: never throws. */
export function decidePass({ decision, asksForMore, number, limit }: PassToDecide): PassDecision {
  if (limit === 1) return { decision, again: false };
  if (asksForMore && refusals.has(decision.verdict)) {
    const reason = `pass ${number}: the validator failed: it left nextpass.in and did not accept (${decision.reason})`;
    return { decision: { verdict: 'JE', reason }, again: false };
  }
  const numbered = { ...decision, reason: `pass ${number}: ${decision.reason}` };
  if (!asksForMore || decision.verdict !== 'AC') return { decision: numbered, again: false };
  if (number < limit) return { decision: numbered, again: true };
  const reason = `pass ${number}: the validator failed: it asks for another pass, and the problem allows ${limit}`;
  return { decision: { verdict: 'JE', reason }, again: false };
}
