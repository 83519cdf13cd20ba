/** What a viewer may see of a submission, and which submissions are in its lists. */
import { defaultContestRules, type ContestRules } from '@sandglass/contracts';
import { contestTimeMs, hasStarted, hiddenFromMs, lengthMs, teamEndsAtMs } from './contest-clock.ts';
import type { Clock, Viewer } from './visibility.ts';

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

/** From when on a list that is filtered by verdicts leaves submissions out: by the filter they would be known. Null: it does not. */
export function lateVerdictsFromMs(viewer: Viewer, clock: Clock): number | null {
  if (rulesOf(clock).lateSubmissions !== 'too-late' || listScope(viewer).kind !== 'own') return null;
  return teamEndsAtMs(clock.times, clock.extraTimeMs?.(viewer.teamId) ?? 0);
}
