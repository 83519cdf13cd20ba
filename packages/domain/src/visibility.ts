/**
 * Who may see what, and when. Every reader (HTTP, live stream, scoreboard, feeds) asks
 * here and decides nothing itself: rules copied into views are how hidden results leak.
 *
 * The shape: a viewer, a clock, and for submissions the few facts that matter; the answer
 * is a record of permissions, one field per thing that can be shown.
 */
import {
  defaultContestRules,
  type ContestEventData,
  type ContestRules,
  type Role,
  type Verdict,
} from '@sandglass/contracts';
import { remapped } from './contest-rules.ts';
import {
  contestTimeMs,
  hasStarted,
  hiddenFromMs,
  isActive,
  lengthMs,
  teamEndsAtMs,
  type ContestTimes,
} from './contest-clock.ts';

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

/** What of a submission decides who may see it. */
export interface SubmissionFacts {
  readonly teamId: string | null;
  /** The jury's own submission: unknown to everybody else. */
  readonly jury: boolean;
  /** Its instant, ms since the epoch. */
  readonly submittedAtMs: number;
}

export interface SubmissionAccess {
  /** That there is one: who, which problem, when. */
  readonly exists: boolean;
  /** Language, state, place in the queue, how many tests there are. */
  readonly progress: boolean;
  /**
   * How many tests are done. With lazy judging that is the number of the test that failed, so a team knows it exactly when
   * it may see the results of all tests: live, afterwards and in every list (docs/decisions/0016).
   */
  readonly testCount: boolean;
  readonly verdict: boolean;
  readonly source: boolean;
  readonly compileOutput: ContestRules['compileOutput'];
  /** What its program wrote for the samples. */
  readonly sampleOutputs: boolean;
  /** What the validator wrote for the team. */
  readonly teamMessages: boolean;
  /** It came after the end, and never counts. */
  readonly late: boolean;
  /** As what its verdicts are shown, where that is another. */
  readonly remap: ContestRules['remap'];
  /** For who sees the true ones: as what teams see them. */
  readonly remapOfTeams: ContestRules['remap'];
  /** Which test cases' results; of each a verdict only, unless `internals`. */
  readonly tests: 'none' | 'samples' | 'all';
  /** CPU time and memory of the slowest test, once there is a verdict. */
  readonly figures: boolean;
  /** Everything else: measurements, reasons, outputs, hosts, judging errors, superseded judgings. */
  readonly internals: boolean;
}

const nothing: SubmissionAccess = {
  exists: false,
  progress: false,
  testCount: false,
  verdict: false,
  source: false,
  compileOutput: 'never',
  sampleOutputs: false,
  teamMessages: false,
  late: false,
  remap: {},
  remapOfTeams: {},
  tests: 'none',
  figures: false,
  internals: false,
};

const everything: SubmissionAccess = {
  exists: true,
  progress: true,
  testCount: true,
  verdict: true,
  source: true,
  compileOutput: 'always',
  sampleOutputs: true,
  teamMessages: true,
  late: false,
  remap: {},
  remapOfTeams: {},
  tests: 'all',
  figures: true,
  internals: true,
};

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

/** What this viewer may see of this submission now. */
export function submissionAccess(
  viewer: Viewer,
  clock: Clock,
  submission: SubmissionFacts,
): SubmissionAccess {
  const { remap } = rulesOf(clock);
  const late = isLate(clock, submission);
  switch (viewer.role) {
    case 'jury':
    case 'analyst':
    case 'admin':
      return { ...everything, late, remapOfTeams: remap };
    case 'judgehost':
      return nothing;
    case 'api-reader':
      // Scripts and scoreboards of the organisers: all results, nobody's source.
      return submission.jury
        ? nothing
        : {
            ...everything,
            source: false,
            compileOutput: 'never',
            sampleOutputs: false,
            teamMessages: false,
            internals: false,
            late,
            remap,
          };
    case 'contestant':
      return isOwn(viewer, submission) ? ownAccess(clock, late) : strangerAccess(clock, submission, late);
    case 'public':
    case 'balloon':
    case 'printer':
      return strangerAccess(clock, submission, late);
  }
}

function rulesOf(clock: Clock): NonNullable<Clock['rules']> {
  return clock.rules ?? defaultContestRules;
}

/** After the end of its team, by the rules of now: it does not count. */
function isLate(clock: Clock, { jury, teamId, submittedAtMs }: SubmissionFacts): boolean {
  if (jury) return false;
  const extraMs = clock.extraTimeMs?.(teamId) ?? 0;
  return contestTimeMs(clock.times, submittedAtMs) >= lengthMs(clock.times) + extraMs;
}

/** A team always sees its own verdicts, in the freeze too; not those of what came too late, where its contest says so. */
function ownAccess(clock: Clock, late: boolean): SubmissionAccess {
  const rules = rulesOf(clock);
  if (late && rules.lateSubmissions === 'too-late')
    return { ...nothing, exists: true, progress: true, source: true, late };
  const { testResults, compileOutput, sampleOutputs, teamMessages, remap } = rules;
  return {
    ...everything,
    compileOutput,
    sampleOutputs,
    teamMessages,
    tests: testResults === 'count' ? 'none' : testResults,
    testCount: testResults === 'all' || testResults === 'count',
    late,
    remap,
    internals: false,
  };
}

function strangerAccess(clock: Clock, submission: SubmissionFacts, late: boolean): SubmissionAccess {
  if (submission.jury || !hasStarted(clock.times, clock.nowMs)) return nothing;
  const rules = rulesOf(clock);
  const hidden = hiddenFromMs(clock.times, clock.nowMs);
  const isShown = hidden === null || contestTimeMs(clock.times, submission.submittedAtMs) < hidden;
  const verdict = isShown && !(late && rules.lateSubmissions === 'too-late');
  return { ...nothing, exists: true, verdict, late, remap: rules.remap };
}

function isOwn(viewer: Viewer, submission: SubmissionFacts): boolean {
  return !submission.jury && viewer.teamId !== null && viewer.teamId === submission.teamId;
}

/**
 * May the submission be in the viewer's list and be opened by its id? Contestants have
 * their own; the rest of what is public (that others try, and solve) is the scoreboard's.
 */
export function listsSubmission(viewer: Viewer, clock: Clock, submission: SubmissionFacts): boolean {
  return submissionAccess(viewer, clock, submission).progress;
}

/**
 * Which submissions are in a viewer's lists, as a condition that needs none of them: a list is narrowed to them before
 * it is filtered, counted or cut into pages, so that no answer and no cursor depends on what the viewer may not see.
 * The same as {@link listsSubmission} of each; and a viewer who lists a submission sees its verdict, but for {@link lateVerdictsFromMs}.
 */
export type ListScope =
  | { readonly kind: 'none' }
  /** Those of this team. */
  | { readonly kind: 'own'; readonly teamId: string }
  /** Those of all teams. */
  | { readonly kind: 'teams' }
  /** The jury's own too. */
  | { readonly kind: 'all' };

export function listScope(viewer: Viewer): ListScope {
  switch (viewer.role) {
    case 'jury':
    case 'analyst':
    case 'admin':
      return { kind: 'all' };
    case 'api-reader':
      return { kind: 'teams' };
    case 'contestant':
      return viewer.teamId === null ? { kind: 'none' } : { kind: 'own', teamId: viewer.teamId };
    case 'public':
    case 'balloon':
    case 'printer':
    case 'judgehost':
      return { kind: 'none' };
  }
}

/** May the viewer see this test's verdict? @param isSample whether it is one of the statement's samples */
export function seesTest(access: SubmissionAccess, isSample: boolean): boolean {
  return access.tests === 'all' || (access.tests === 'samples' && isSample);
}

/** A judging under way, as it is sent to open pages. */
export interface TestsUnderWay {
  readonly testsDone: number;
  /** By ordinal; null: open. */
  readonly verdicts: readonly (Verdict | null)[];
  /** Ordinals of the samples. */
  readonly samples: readonly number[];
}

/**
 * What a viewer sees of a judging under way. Where it is the same as before nothing may be sent: the number of messages
 * would be the number of tests.
 */
export function testsShown(
  access: SubmissionAccess,
  { testsDone, verdicts, samples }: TestsUnderWay,
): { testsDone: number | null; verdicts: (Verdict | null)[] } {
  const shown = verdicts.map((verdict, ordinal) =>
    seesTest(access, samples.includes(ordinal)) ? verdictShown(access, verdict) : null,
  );
  // Its length is a number of tests as well.
  const length = access.testCount ? shown.length : shown.findLastIndex((verdict) => verdict !== null) + 1;
  return { testsDone: access.testCount ? testsDone : null, verdicts: shown.slice(0, length) };
}

/**
 * What a verdict is for this viewer, of a judging or of a test. A judging error is our own failure and no verdict: for a
 * team the submission stays pending.
 */
export function verdictShown(access: SubmissionAccess, verdict: Verdict | null): Verdict | null {
  if (verdict === null || (verdict === 'JE' && !access.internals)) return null;
  return remapped(verdict, access.remap);
}

/** What teams see instead, for who sees the true verdict; null: the same. */
export function verdictOfTeams(access: SubmissionAccess, verdict: Verdict | null): Verdict | null {
  if (verdict === null) return null;
  const shown = remapped(verdict, access.remapOfTeams);
  return shown === verdict ? null : shown;
}

/** May the viewer see what the compiler said? @param success of the compilation */
export function seesCompileOutput(access: SubmissionAccess, success: boolean): boolean {
  return access.compileOutput === 'always' || (access.compileOutput === 'on-error' && !success);
}

/** May the viewer read what the program wrote for this test, beside what was expected? */
export function seesTestOutput(access: SubmissionAccess, isSample: boolean): boolean {
  return access.internals || (access.sampleOutputs && isSample);
}

/** From when on a list that is filtered by verdicts leaves submissions out: by the filter they would be known. Null: it does not. */
export function lateVerdictsFromMs(viewer: Viewer, clock: Clock): number | null {
  if (rulesOf(clock).lateSubmissions !== 'too-late' || listScope(viewer).kind !== 'own') return null;
  return teamEndsAtMs(clock.times, clock.extraTimeMs?.(viewer.teamId) ?? 0);
}

/**
 * May the viewer know that a rejudging changed the verdict, when, and from which one? As soon as it may see the verdict
 * of before: a team whose verdict changes without a word takes it for a fault.
 */
export function seesVerdictChange(access: SubmissionAccess): boolean {
  return access.progress && access.verdict;
}

/**
 * May the viewer know of this judging? One that does not count (of a rejudging under way,
 * superseded, cancelled) is the jury's business: its verdict, its progress, that it exists.
 */
export function seesJudging(access: SubmissionAccess, judging: { readonly valid: boolean }): boolean {
  return access.exists && (judging.valid || access.internals);
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

/** How an event of the contest's log reaches this viewer: as it is, without its verdict, or not at all. */
export type EventAccess = 'full' | 'without-verdict' | 'none';

/** @param submission facts of the submission the event is about; null for other events */
export function eventAccess(
  viewer: Viewer,
  clock: Clock,
  data: ContestEventData,
  submission: SubmissionFacts | null,
): EventAccess {
  switch (data.type) {
    case 'contest':
      // Rules of the wall limit and proposals for them are on the jury's pages alone.
      if (data.change.startsWith('wall-limit')) return runsContest(viewer) ? 'full' : 'none';
      return viewer.role === 'judgehost' ? 'none' : 'full';
    case 'team':
      return viewer.role === 'judgehost' ? 'none' : 'full';
    case 'rejudging':
      return runsContest(viewer) ? 'full' : 'none';
    case 'mark':
      return submission !== null && submissionAccess(viewer, clock, submission).internals ? 'full' : 'none';
    case 'submission':
    case 'judging': {
      if (submission === null) return 'none';
      const access = submissionAccess(viewer, clock, submission);
      if (!access.exists) return 'none';
      // A judging that does not count, and a judging error, are the jury's business.
      if (data.type === 'judging' && !seesJudging(access, data)) return 'none';
      if (data.type === 'judging' && !access.internals && data.verdict === 'JE') return 'without-verdict';
      return access.verdict ? 'full' : 'without-verdict';
    }
  }
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
