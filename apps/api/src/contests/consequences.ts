/** What a change of a contest does: to its submissions, to its scoreboard, and why it is asked for twice. */
import type { ContestChangeAnswer } from '@sandglass/contracts';
import {
  boardDifference,
  computeScoreboard,
  dangersOf,
  movedSubmissions,
  shownSubmissions,
  type ScoreboardSetup,
  type TimedSubmission,
} from '@sandglass/domain';
import { changeVersion } from './change-version.ts';
import type { ContestModel } from './contest-model.ts';
import { stateView, type State } from './contest-state.ts';

const boardMoment = { updatedAt: '', frozen: false, frozenSince: null };

/** By the log that this process has: what arrives in this very moment is not in it. */
export function consequences(
  contest: ContestModel,
  before: State,
  after: State,
  nowMs: number,
): Omit<ContestChangeAnswer, 'applied'> & { applied: false } {
  const arrived = submissionsOf(contest, before, after);
  const submissions = movedSubmissions(before.times, after.times, arrived);
  const [old, made] = [before, after].map((state) =>
    computeScoreboard(
      setupOf(contest, state),
      { includeHidden: true, hiddenFromMs: null },
      contest.log(),
      boardMoment,
    ),
  );
  const ranks = old === undefined || made === undefined ? [] : boardDifference(old, made).ranks;
  const dangers = dangersOf({
    before: before.times,
    after: after.times,
    submissions,
    shown: shownSubmissions(before.times, after.times, arrived, nowMs),
    changedTeams: ranks.length,
    nowMs,
    extraMs: { before: longest(before), after: longest(after) },
  });
  const view = stateView(before);
  return {
    applied: false,
    version: changeVersion(view, dangers),
    dangers,
    before: view,
    after: stateView(after),
    submissions,
    ranks: [...ranks],
  };
}

const longest = ({ extraTimesMs }: State): number => Math.max(0, ...extraTimesMs.values());

/** Those of teams. */
function submissionsOf(contest: ContestModel, before: State, after: State): TimedSubmission[] {
  return contest.log().flatMap(({ data }) =>
    data.type === 'submission' && !data.jury
      ? [
          {
            atMs: Date.parse(data.submittedAt),
            extraBeforeMs: before.extraTimesMs.get(data.teamId) ?? 0,
            extraAfterMs: after.extraTimesMs.get(data.teamId) ?? 0,
          },
        ]
      : [],
  );
}

function setupOf(contest: ContestModel, state: State): ScoreboardSetup {
  const setup = contest.scoreboardSetup();
  return {
    ...setup,
    times: state.times,
    penaltyMinutes: state.penaltyMinutes,
    penaltyPolicy: { compileErrors: state.chargeCompileErrors },
    teams: setup.teams.map((team) => ({ ...team, extraTimeMs: state.extraTimesMs.get(team.id) ?? 0 })),
  };
}
