/**
 * Who may see what, and when. Every reader (HTTP, live stream, scoreboard, feeds) asks
 * here and decides nothing itself: rules copied into views are how hidden results leak.
 *
 * The shape: a viewer, a clock, and for submissions the few facts that matter; the answer
 * is a record of permissions, one field per thing that can be shown. Contests, problems and scoreboards are here;
 * beside it are submissions (`submission-visibility.ts`, `submission-parts-shown.ts`) and events (`event-visibility.ts`).
 */
import type { ContestRules, Role } from '@sandglass/contracts';
import { hasStarted, isActive, type ContestTimes } from './contest-clock.ts';
import { showsResults } from './finalising.ts';

export interface Viewer {
  readonly role: Role;
  /** The team a contestant belongs to in this contest; null for everybody else. */
  readonly teamId: string | null;
}

export interface Clock {
  readonly times: ContestTimes;
  readonly nowMs: number;
  /** What teams see, as far as the contest decides it; default: as contests of ICPC. */
  readonly rules?: Pick<
    ContestRules,
    'compileOutput' | 'sampleOutputs' | 'teamMessages' | 'testResults' | 'lateSubmissions' | 'remap'
  >;
  /** What a team has after the end, in contest time; default: nothing. */
  readonly extraTimeMs?: (teamId: string | null) => number;
}

/** Jury and admin, the people who run the contest, and analysts, who read what they read and change nothing. */
export function runsContest(viewer: Viewer): boolean {
  return viewer.role === 'jury' || viewer.role === 'analyst' || viewer.role === 'admin';
}

/** What of a contest decides who learns that there is one. */
export interface ContestFacts {
  readonly public: boolean;
  /** The longest extra time of a team, in contest time. */
  readonly extraMs: number;
}

/**
 * May this viewer learn that there is such a contest? Where not, every answer is that of a contest that does not exist.
 * Organisers do at any time; its teams while it is active; everybody else while it is active and public.
 */
export function seesContest(viewer: Viewer, clock: Clock, facts: ContestFacts): boolean {
  switch (viewer.role) {
    case 'jury':
    case 'analyst':
    case 'admin':
    case 'api-reader':
    case 'balloon':
    case 'printer':
      return true;
    case 'judgehost':
      return false; // It gets tasks, by its own routes.
    case 'public':
    case 'contestant':
      return isActive(clock.times, clock.nowMs, facts.extraMs) && (facts.public || viewer.teamId !== null);
  }
}

/** Statements, names and colours of problems. The public and teams: from the start on. */
export function seesProblems(viewer: Viewer, clock: Clock): boolean {
  switch (viewer.role) {
    case 'jury':
    case 'analyst':
    case 'admin':
    case 'api-reader':
      return true;
    case 'judgehost':
      return false; // It gets tasks, by its own routes.
    case 'public':
    case 'contestant':
    case 'balloon':
    case 'printer':
      return hasStarted(clock.times, clock.nowMs);
  }
}

export type ScoreboardKind = 'public' | 'jury';

export interface ScoreboardAccess {
  /** `public`: frozen when the contest is, without hidden teams. */
  readonly kind: ScoreboardKind;
  /** False before the start: teams only, no columns. */
  readonly problems: boolean;
}

/**
 * Which scoreboard this viewer gets. Those who run the contest may ask for the public one.
 * Null: none at all.
 */
export function scoreboardAccess(
  viewer: Viewer,
  clock: Clock,
  asked?: ScoreboardKind,
): ScoreboardAccess | null {
  if (viewer.role === 'judgehost') return null;
  const problems = seesProblems(viewer, clock);
  const insider = runsContest(viewer) || viewer.role === 'api-reader';
  return { kind: insider ? (asked ?? 'jury') : 'public', problems };
}

/**
 * May the viewer see scoreboards of past moments? Those who run the contest at any time. Everybody once results are final and
 * nothing is frozen: before that, how often a frozen scoreboard changed would show what it hides.
 */
export function seesPastScoreboards(viewer: Viewer, clock: Clock): boolean {
  if (viewer.role === 'judgehost') return false;
  return runsContest(viewer) || viewer.role === 'api-reader' || showsResults(clock.times, clock.nowMs);
}

/**
 * For whom this viewer submits in the contest: for the team while the contest runs, for the jury at any time. Null: not at
 * all, such as a team of another contest, or somebody who runs balloons.
 */
export function submitsAs(viewer: Viewer): 'team' | 'jury' | null {
  switch (viewer.role) {
    case 'contestant':
      return viewer.teamId === null ? null : 'team';
    case 'jury':
    case 'admin':
      return viewer.teamId === null ? 'jury' : 'team';
    case 'public':
    case 'analyst':
    case 'balloon':
    case 'printer':
    case 'judgehost':
    case 'api-reader':
      return null;
  }
}

/** Source, output and test data of the jury: judge data, models, other teams' code. */
export function seesJuryData(viewer: Viewer): boolean {
  return runsContest(viewer);
}

/** The judgehosts page: state of machines, no results. */
export function seesJudgehosts(viewer: Viewer): boolean {
  return runsContest(viewer);
}
