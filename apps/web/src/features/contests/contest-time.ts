import type { ContestPhase, ContestSummary } from '@sandglass/contracts';

export interface ContestTime {
  phase: ContestPhase;
  /** 0 before the start, 1 at the end. */
  elapsed: number;
  elapsedMs: number;
  /** To the next thing that happens: the start, or the end; 0 when it is over. */
  remainingMs: number;
  durationMs: number;
  /** Where the freeze begins on the way from 0 to 1; null without one. */
  freezeAt: number | null;
}

/** Where a contest stands at an instant, in ms of the server's clock. */
export function contestTime(contest: ContestSummary, nowMs: number): ContestTime {
  const start = Date.parse(contest.startsAt);
  const end = Date.parse(contest.endsAt);
  const durationMs = Math.max(1, end - start);
  const elapsedMs = Math.min(durationMs, Math.max(0, nowMs - start));
  const freeze = contest.freezesAt === null ? null : Date.parse(contest.freezesAt);
  return {
    phase: phaseAt(contest, nowMs, start, end, freeze),
    elapsed: elapsedMs / durationMs,
    elapsedMs,
    remainingMs: nowMs < start ? start - nowMs : Math.max(0, end - nowMs),
    durationMs,
    freezeAt: freeze === null ? null : (freeze - start) / durationMs,
  };
}

/** The page's own clock moves the phase on without asking; `finalized` only the server knows. */
function phaseAt(
  contest: ContestSummary,
  nowMs: number,
  start: number,
  end: number,
  freeze: number | null,
): ContestPhase {
  if (contest.phase === 'finalized') return 'finalized';
  if (nowMs < start) return 'before';
  if (nowMs >= end) return 'ended';
  return freeze !== null && nowMs >= freeze ? 'frozen' : 'running';
}

export const phaseNames: Readonly<Record<ContestPhase, string>> = {
  before: 'Not started',
  running: 'Running',
  frozen: 'Running, scoreboard frozen',
  ended: 'Over',
  finalized: 'Final',
};

/** Those that run first (the one that ends next before the others), then the next to start, then the last that ran. */
export function byImportance(contests: readonly ContestSummary[], nowMs: number): ContestSummary[] {
  const rank = (contest: ContestSummary): [number, number] => {
    const { phase } = contestTime(contest, nowMs);
    if (phase === 'running' || phase === 'frozen') return [0, Date.parse(contest.endsAt)];
    if (phase === 'before') return [1, Date.parse(contest.startsAt)];
    return [2, -Date.parse(contest.endsAt)];
  };
  return contests.toSorted((a, b) => {
    const [kindA, timeA] = rank(a);
    const [kindB, timeB] = rank(b);
    return kindA - kindB || timeA - timeB;
  });
}

/** The contest somebody most likely wants: one that runs, else the next to start, else the last that ran. */
export function likeliestContest(contests: readonly ContestSummary[], nowMs: number): ContestSummary | null {
  return byImportance(contests, nowMs)[0] ?? null;
}
