/** Whether a contest takes submissions of a team at an instant. */
import { hasStarted, isCountdownStopped, maySubmit, teamEndsAtMs } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { CheckedSubmission } from './submit-input.ts';

/** @throws ApiError TEAM_NOT_IN_CONTEST, CONTEST_DELAYED, CONTEST_NOT_STARTED, CONTEST_CLOSED */
export function checkMaySubmit(contest: ContestModel, teamId: string | null, atMs: number): void {
  const { id, times } = contest;
  if (teamId === null) throw new ApiError('TEAM_NOT_IN_CONTEST', { contest: id });
  const extraTimeMs = contest.extraTimeMs(teamId);
  if (maySubmit(times, atMs, extraTimeMs)) return;
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

const textOf = (ms: number): string => new Date(ms).toISOString();
