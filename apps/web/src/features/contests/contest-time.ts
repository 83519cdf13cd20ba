import type { ContestPhase, ContestSummary } from '@sandglass/contracts';
import {
  contestPhase,
  contestTimeMs,
  contestTimes,
  countdownMs,
  hasStarted,
  isCountdownStopped,
  isRemoved,
  lengthMs,
  teamEndsAtMs,
  type ContestTimes,
} from '@sandglass/domain';

export interface ContestTime {
  phase: ContestPhase;
  /** 0 before the start, 1 at the end. */
  elapsed: number;
  elapsedMs: number;
  /** To the next thing that happens: the start, or the end, in contest time; 0 when it is over. */
  remainingMs: number;
  durationMs: number;
  /** Where the freeze begins on the way from 0 to 1; null without one. */
  freezeAt: number | null;
  /** The clock is stopped: the countdown is stopped, or this time is removed. */
  stopped: boolean;
  /** Start and end for one's own team; null: its start is delayed, and no instant is set. */
  span: ContestSpan | null;
}

export interface ContestSpan {
  startsAt: string;
  endsAt: string;
}

/** The phase of a contest at an instant, in ms of the server's clock, by the rules of the domain; `finalized` only the server knows. */
export function contestTime(contest: ContestSummary, nowMs: number): ContestTime {
  const times = ownTimes(contest);
  const durationMs = Math.max(1, lengthMs(times));
  const elapsedMs = hasStarted(times, nowMs)
    ? Math.min(durationMs, Math.max(0, contestTimeMs(times, nowMs)))
    : 0;
  const phase = contest.phase === 'finalized' ? contest.phase : contestPhase(times, nowMs);
  const stopped = phase === 'before' ? isCountdownStopped(times) : isRemoved(times, nowMs);
  return {
    phase,
    elapsed: elapsedMs / durationMs,
    elapsedMs,
    remainingMs: phase === 'before' ? countdownMs(times, nowMs) : durationMs - elapsedMs,
    durationMs,
    freezeAt: times.freezesAtMs === null ? null : contestTimeMs(times, times.freezesAtMs) / durationMs,
    stopped,
    span:
      phase === 'before' && stopped
        ? null
        : { startsAt: contest.startsAt, endsAt: new Date(times.endsAtMs).toISOString() },
  };
}

/** As they are for one's own team: its extra time makes its end later. */
function ownTimes(contest: ContestSummary): ContestTimes {
  const times = contestTimes(contest);
  return { ...times, endsAtMs: teamEndsAtMs(times, contest.extraTimeMs) };
}

export const phaseNames: Readonly<Record<ContestPhase, string>> = {
  before: 'Not started',
  running: 'Running',
  frozen: 'Running, scoreboard frozen',
  ended: 'Over',
  finalized: 'Final',
};

/** The phase, and whether the clock is stopped. */
export function phaseText({ phase, stopped }: Pick<ContestTime, 'phase' | 'stopped'>): string {
  if (!stopped) return phaseNames[phase];
  return phase === 'before' ? 'Start delayed' : `${phaseNames[phase]}, clock stopped`;
}

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
