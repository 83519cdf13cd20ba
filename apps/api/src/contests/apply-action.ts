/** A button pressed by those who run a contest: the state that it would have. */
import { answersLanguage, type ContestAction } from '@sandglass/contracts';
import { ChangeRefused, changeTimes, keepingActive, withRemoved } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { State, StateInterval } from './contest-state.ts';

type Of<Name extends ContestAction['action']> = Extract<ContestAction, { action: Name }>;

/** @throws ApiError CONTEST_ACTION_REFUSED, CONTEST_INVALID */
export function applyAction(state: State, action: ContestAction, nowMs: number): State {
  switch (action.action) {
    case 'extra-time':
      return withExtraTime(state, action);
    case 'remove-interval': {
      const [fromMs, untilMs] = [Date.parse(action.from), Date.parse(action.until)];
      if (untilMs <= fromMs)
        throw fieldErrors('CONTEST_INVALID', [{ path: 'until', message: 'must be after from' }]);
      const { startsAtMs } = state.times;
      if (untilMs <= startsAtMs)
        throw fieldErrors('CONTEST_INVALID', [
          {
            path: 'until',
            message: `must be after the start, ${new Date(startsAtMs).toISOString()}: no contest time is before it`,
          },
        ]);
      return withIntervals(state, [...state.intervals, { id: uuidV7(nowMs), fromMs, untilMs }], nowMs);
    }
    case 'restore-interval': {
      const kept = state.intervals.filter(({ id }) => id !== action.interval);
      if (kept.length === state.intervals.length) throw refused(state, 'it has no such removed interval');
      return withIntervals(state, kept, nowMs);
    }
    case 'submissions':
    case 'judging':
      return withSwitch(state, action);
    case 'lock':
      return { ...state, lockedAt: state.lockedAt ?? new Date(nowMs) };
    case 'unlock':
      return { ...state, lockedAt: null };
    case 'start-now':
    case 'stop-countdown':
    case 'resume-countdown':
    case 'set-start':
    case 'freeze-now':
    case 'thaw':
    case 'end-now':
    case 'extend':
      try {
        return { ...state, times: keepingActive(changeTimes(state.times, action, nowMs)) };
      } catch (error) {
        if (error instanceof ChangeRefused) throw refused(state, error.message);
        throw error;
      }
  }
}

function withExtraTime(state: State, { team, minutes }: Of<'extra-time'>): State {
  if (!state.teams.some(({ id }) => id === team))
    throw fieldErrors('CONTEST_INVALID', [{ path: 'team', message: `"${team}" is not in this contest` }]);
  const extraTimesMs = new Map(state.extraTimesMs);
  if (minutes === 0) extraTimesMs.delete(team);
  else extraTimesMs.set(team, minutes * 60_000);
  return { ...state, extraTimesMs };
}

function withIntervals(state: State, intervals: readonly StateInterval[], nowMs: number): State {
  const removed = intervals.map(({ fromMs, untilMs }) => ({ fromMs, untilMs }));
  return { ...state, intervals, times: keepingActive(withRemoved(state.times, removed, nowMs)) };
}

function withSwitch(state: State, action: Of<'submissions'> | Of<'judging'>): State {
  const { allowed, problem, language } = action;
  const change = action.action === 'submissions' ? { allowSubmit: allowed } : { allowJudging: allowed };
  if (problem !== undefined && language !== undefined)
    throw fieldErrors('CONTEST_INVALID', [
      { path: 'language', message: 'must not be given together with problem' },
    ]);
  if (problem !== undefined) {
    if (!state.problems.some(({ id }) => id === problem))
      throw fieldErrors('CONTEST_INVALID', [
        { path: 'problem', message: `"${problem}" is not in this contest` },
      ]);
    const problems = state.problems.map((one) => (one.id === problem ? { ...one, ...change } : one));
    return { ...state, problems };
  }
  if (language !== undefined) {
    if (!isLanguage(state, language))
      throw fieldErrors('CONTEST_INVALID', [{ path: 'language', message: `"${language}" is no language` }]);
    const before = state.languages.find(({ languageId }) => languageId === language);
    const after = { allowSubmit: true, allowJudging: true, ...before, languageId: language, ...change };
    const others = state.languages.filter((one) => one !== before);
    return {
      ...state,
      languages: [...others, after].toSorted((a, b) => (a.languageId < b.languageId ? -1 : 1)),
    };
  }
  return { ...state, ...change };
}

/** One that was paused before there was such a check can be allowed again. */
function isLanguage({ languages }: State, id: string): boolean {
  const isKnown = findLanguage(id) !== null || id === answersLanguage;
  return isKnown || languages.some(({ languageId }) => languageId === id);
}

function refused(state: State, reason: string): ApiError {
  return new ApiError('CONTEST_ACTION_REFUSED', { contest: state.id, reason });
}
