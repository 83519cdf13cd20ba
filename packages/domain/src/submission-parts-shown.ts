/** What the access to a submission means for each of its parts: tests, verdicts, outputs, judgings. */
import type { Verdict } from '@sandglass/contracts';
import { remapped } from './contest-rules.ts';
import type { SubmissionAccess } from './submission-visibility.ts';

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
