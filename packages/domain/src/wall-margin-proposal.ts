/**
 * When should the wall limit leave more room?
 *
 * What saved a contest on a slow kernel was a jury that raised the wall limit and judged
 * again; the system should say so by itself, with the evidence. It looks at the gap that the
 * *hosts* are to blame for (waiting for a core, or inside the kernel), because a program that sleeps needs no larger
 * margin. A run may be starved several times as long as the 99th percentile, so the margin should be four times
 * that; and it should cover the longest stall seen.
 */
import { defaultWallLimitRule, type WallLimitRule } from './wall-limit.ts';

export interface HostGap {
  /** Runs looked at. */
  readonly runs: number;
  /** Of them, starved until the wall clock killed them. */
  readonly suspect: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  /** Of runs that the wall clock did not kill: a kill hides how long it would have been. */
  readonly maxUs: number;
}

export interface MarginProposal {
  /** µs; a whole number of seconds. */
  readonly marginUs: number;
  /** One sentence each, for the jury. */
  readonly reasons: readonly string[];
}

/** The margin should be this often the 99th percentile. */
const safety = 4;
const second = 1_000_000;
/** The field report's jury set 10 s; more than this is no remedy but a stopped contest. */
const atMostUs = 30 * second;
/** A percentile of fewer runs says nothing; a few suspect runs are enough. */
const minRuns = 200;
const minSuspect = 3;

/** @param marginUs in force, µs. @returns null when nothing calls for more */
export function proposeMargin(
  gap: HostGap,
  marginUs: number = defaultWallLimitRule.marginUs,
): MarginProposal | null {
  const reasons: string[] = [];
  let wantedUs = 0;
  if (gap.runs >= minRuns && gap.p99Us * safety > marginUs) {
    wantedUs = Math.max(gap.p99Us * safety, gap.maxUs);
    reasons.push(
      `One run in a hundred waited ${seconds(gap.p99Us)} or longer for the host; the margin of ${seconds(marginUs)} should be ${safety} times that.`,
    );
  }
  if (gap.suspect >= minSuspect) {
    wantedUs = Math.max(wantedUs, 2 * marginUs, gap.maxUs);
    reasons.push(`${gap.suspect} runs were starved until the wall clock killed them.`);
  }
  const proposed = Math.min(Math.ceil(wantedUs / second) * second, atMostUs);
  if (reasons.length === 0 || proposed <= marginUs) return null;
  reasons.push(
    `Of ${gap.runs} runs, half waited less than ${seconds(gap.p50Us)}; the longest that survived waited ${seconds(gap.maxUs)}.`,
  );
  return { marginUs: proposed, reasons };
}

/**
 * What a contest's own rule becomes when more room is approved. Nothing gets narrower by it: a factor stays, and room
 * that the jury has widened further in the meantime, or a limit fixed as such, stays too.
 * @param marginUs approved, µs
 */
export function widenedRule(rule: WallLimitRule | null, marginUs: number): WallLimitRule {
  if (rule?.fixedUs !== undefined) return rule;
  return { ...rule, marginUs: Math.max(rule?.marginUs ?? 0, marginUs) };
}

function seconds(us: number): string {
  return us < 10_000
    ? `${(us / 1000).toFixed(1)} ms`
    : us < second
      ? `${Math.round(us / 1000)} ms`
      : `${Number((us / second).toFixed(2))} s`;
}
