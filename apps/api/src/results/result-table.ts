/** The results of a contest as one table, of which each format of an export is a text. */
import type { Scoreboard } from '@sandglass/contracts';
import { finalResults, type JuryAward, type ResultLine } from '@sandglass/domain';
import type { Made, ResultTeam } from '../awards/awards.ts';
import type { ContestModel } from '../contests/contest-model.ts';

export interface ResultTable {
  readonly contest: { readonly id: string; readonly name: string; readonly finalizedAt: string | null };
  readonly madeAt: string;
  readonly problems: Scoreboard['problems'];
  readonly lines: readonly ResultTableLine[];
  /** Of teams that are shown. */
  readonly awards: readonly Pick<JuryAward, 'id' | 'citation' | 'teamIds'>[];
}

export interface ResultTableLine extends ResultLine {
  /** Of ICPC's registration; else its own. */
  readonly externalId: string;
  /** Names of the groups that it has won. */
  readonly wonGroups: readonly string[];
  /** All that it has, in words. */
  readonly citations: readonly string[];
}

export function resultTable(contest: ContestModel, made: Made): ResultTable {
  const { board, teams, groups } = made;
  const shown = new Map<string, ResultTeam>(
    teams.filter(({ hidden }) => hidden !== true).map((team) => [team.id, team]),
  );
  const awards = made.awards.map(({ id, citation, teamIds }) => ({
    id,
    citation,
    teamIds: teamIds.filter((team) => shown.has(team)),
  }));
  const { id, name, finalizedAt } = contest.summary();
  return {
    contest: { id, name, finalizedAt },
    madeAt: board.updatedAt,
    problems: board.problems,
    awards: awards.filter(({ teamIds }) => teamIds.length > 0),
    lines: finalResults(board.rows, teams, awards).map((line) => {
      const own = awards.filter(({ teamIds }) => teamIds.includes(line.team.id));
      return {
        ...line,
        externalId: shown.get(line.team.id)?.icpcId ?? line.team.id,
        wonGroups: groups
          .filter((group) => own.some((award) => award.id === `group-winner-${group.id}`))
          .map((group) => group.name),
        citations: own.map(({ citation }) => citation),
      };
    }),
  };
}
