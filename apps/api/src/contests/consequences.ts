/** What a change of a contest does: to its submissions, to its scoreboard, and why it is asked for twice. */
import type { ContestChangeAnswer } from '@sandglass/contracts';
import {
  boardDifference,
  computeScoreboard,
  dangersOf,
  movedSubmissions,
  settingDangers,
  shownSubmissions,
  type ScoreboardSetup,
  type SettingFacts,
  type TimedSubmission,
} from '@sandglass/domain';
import { changeVersion } from './change-version.ts';
import type { ContestModel } from './contest-model.ts';
import type { ContestTeamRow } from './contest-repository.ts';
import { stateView, type State } from './contest-state.ts';

const boardMoment = { updatedAt: '', frozen: false, frozenSince: null };

/** What a change concerns that is neither in the contest nor in its log. */
export interface Besides {
  /** Rows of teams that come in. */
  readonly teams: readonly ContestTeamRow[];
  readonly otherLimits: ContestChangeAnswer['otherLimits'];
}

const nothingBesides: Besides = { teams: [], otherLimits: [] };

/** By the log that this process has: what arrives in this very moment is not in it. */
export function consequences(
  contest: ContestModel,
  before: State,
  after: State,
  nowMs: number,
  { teams: added, otherLimits }: Besides = nothingBesides,
): Omit<ContestChangeAnswer, 'applied'> & { applied: false } {
  const arrived = submissionsOf(contest, before, after);
  const submissions = movedSubmissions(before.times, after.times, arrived);
  const [old, made] = [before, after].map((state) =>
    computeScoreboard(
      setupOf(contest, state, added),
      { includeHidden: true, hiddenFromMs: null },
      contest.log(),
      boardMoment,
    ),
  );
  const ranks = old === undefined || made === undefined ? [] : boardDifference(old, made).ranks;
  const ofTeams = contest
    .log()
    .flatMap(({ data }) => (data.type === 'submission' && !data.jury ? [data] : []));
  const timeDangers = dangersOf({
    before: before.times,
    after: after.times,
    submissions,
    shown: shownSubmissions(before.times, after.times, arrived, nowMs),
    changedTeams: ranks.length,
    nowMs,
    extraMs: { before: longest(before), after: longest(after) },
  });
  const dangers = [
    ...settingDangers({
      before: factsOf(before),
      after: factsOf(after),
      nowMs,
      submissions: ofTeams,
      otherLimits,
    }),
    ...timeDangers,
  ];
  const view = stateView(before);
  return {
    applied: false,
    version: changeVersion(view, dangers),
    dangers,
    before: view,
    after: stateView(after),
    submissions,
    otherLimits: [...otherLimits],
    ranks: [...ranks],
  };
}

const longest = ({ extraTimesMs }: State): number => Math.max(0, ...extraTimesMs.values());

function factsOf({ times, isPublic, image, problems, teams }: State): SettingFacts {
  return { times, isPublic, image, problems, teamIds: new Set(teams.map(({ id }) => id)) };
}

/** Does what somebody has submitted count in the contest, by its team and its problem? */
function countingIn({ teams, problems }: State): (teamId: string, problemId: string) => boolean {
  const [teamIds, problemIds] = [teams, problems].map((all) => new Set(all.map(({ id }) => id)));
  return (teamId, problemId) => teamIds?.has(teamId) === true && problemIds?.has(problemId) === true;
}

/** Those of teams. */
function submissionsOf(contest: ContestModel, before: State, after: State): TimedSubmission[] {
  const [countedBefore, countedAfter] = [countingIn(before), countingIn(after)];
  return contest.log().flatMap(({ data }) =>
    data.type === 'submission' && !data.jury
      ? [
          {
            atMs: Date.parse(data.submittedAt),
            extraBeforeMs: before.extraTimesMs.get(data.teamId) ?? 0,
            extraAfterMs: after.extraTimesMs.get(data.teamId) ?? 0,
            countsBefore: countedBefore(data.teamId, data.problemId),
            countsAfter: countedAfter(data.teamId, data.problemId),
          },
        ]
      : [],
  );
}

function setupOf(contest: ContestModel, state: State, added: readonly ContestTeamRow[]): ScoreboardSetup {
  const setup = contest.scoreboardSetup();
  const teamIds = new Set(state.teams.map(({ id }) => id));
  return {
    ...setup,
    times: state.times,
    penaltyMinutes: state.penaltyMinutes,
    penaltyPolicy: { compileErrors: state.chargeCompileErrors },
    rules: state.rules,
    problems: state.problems,
    teams: [...setup.teams, ...added]
      .filter(({ id }) => teamIds.has(id))
      .map((team) => ({ ...team, extraTimeMs: state.extraTimesMs.get(team.id) ?? 0 })),
  };
}
