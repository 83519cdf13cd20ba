/** Whether a contest takes submissions of a team at an instant. */
import { answersLanguage } from '@sandglass/contracts';
import { hasEnded, hasStarted, isCountdownStopped, maySubmit, teamEndsAtMs } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { CheckedSubmission } from './submit-input.ts';

/** @throws ApiError TEAM_NOT_IN_CONTEST, CONTEST_DELAYED, CONTEST_NOT_STARTED, CONTEST_CLOSED */
export function checkMaySubmit(contest: ContestModel, teamId: string | null, atMs: number): void {
  const { id, times } = contest;
  if (teamId === null) throw new ApiError('TEAM_NOT_IN_CONTEST', { contest: id });
  const extraTimeMs = contest.extraTimeMs(teamId);
  if (maySubmit(times, atMs, extraTimeMs)) return;
  const { lateSubmissions } = contest.definition.rules;
  if (lateSubmissions !== 'refused' && hasEnded(times, atMs)) return;
  if (isCountdownStopped(times)) throw new ApiError('CONTEST_DELAYED', { contest: id });
  if (!hasStarted(times, atMs))
    throw new ApiError('CONTEST_NOT_STARTED', { contest: id, startsAt: textOf(times.startsAtMs) });
  throw new ApiError('CONTEST_CLOSED', { contest: id, endsAt: textOf(teamEndsAtMs(times, extraTimeMs)) });
}

/** Of the contest, of this problem in it or of this language. @throws ApiError SUBMISSIONS_PAUSED */
export function checkPauses(
  { id, definition }: ContestModel,
  { problem, languageId }: CheckedSubmission,
): void {
  const refuse = (what: string): never => {
    throw new ApiError('SUBMISSIONS_PAUSED', { contest: id, what });
  };
  if (!definition.allowSubmit) refuse('of teams');
  if (!problem.allowSubmit) refuse(`to problem ${problem.label}`);
  if (definition.languages.some((one) => one.languageId === languageId && !one.allowSubmit))
    refuse(`in the language "${languageId}"`);
}

/** @throws ApiError SUBMISSION_INVALID */
export function checkLanguageOffered(contest: ContestModel, languageId: string): void {
  const { languages } = contest.definition.rules;
  if (languages === null || languageId === answersLanguage || contest.offersLanguage(languageId)) return;
  const message = `"${languageId}" is not allowed in this contest; its languages are ${languages.join(', ')}`;
  throw fieldErrors('SUBMISSION_INVALID', [{ path: 'language', message }]);
}

const textOf = (ms: number): string => new Date(ms).toISOString();
