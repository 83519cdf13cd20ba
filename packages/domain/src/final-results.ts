/**
 * The final results of a contest, by "Scoring Data Generation" of the CCS requirements: who has a medal keeps the rank of the
 * scoreboard; of the others those who solved at least as many problems as the median team are ranked by that number alone; the
 * rest are honorable mentions without a rank. Hidden teams are in no results; guests are there without rank and award.
 */
import type { ScoreboardRow } from '@sandglass/contracts';
import type { Award, AwardTeam } from './awards.ts';

export type ResultAward = 'Gold Medal' | 'Silver Medal' | 'Bronze Medal' | 'Ranked' | 'Honorable';

export interface ResultLine {
  readonly row: ScoreboardRow;
  readonly team: AwardTeam;
  /** On the scoreboard without hidden teams, in its own ranking; null: a guest. */
  readonly place: number | null;
  /** By the rules of ICPC; null: none, or another ranking than the first. */
  readonly icpcRank: number | null;
  /** Null: a guest, or another ranking than the first. */
  readonly award: ResultAward | null;
}

const medals: readonly (readonly [string, ResultAward])[] = [
  ['gold-medal', 'Gold Medal'],
  ['silver-medal', 'Silver Medal'],
  ['bronze-medal', 'Bronze Medal'],
];

/**
 * In the order of the scoreboard.
 * @param rows of a scoreboard without a freeze, in its order, with or without hidden teams
 * @param awards with the jury's changes: a medal that the jury gave is one
 */
export function finalResults(
  rows: readonly ScoreboardRow[],
  teams: readonly AwardTeam[],
  awards: readonly Award[],
): ResultLine[] {
  const shown = shownRows(rows, teams);
  const main = shown.filter(({ isMain, place }) => isMain && place !== null);
  // The middle one; of two the lower.
  const median = main[Math.floor(main.length / 2)]?.row.solved ?? 0;
  const medalOf = new Map<string, ResultAward>();
  for (const [id, name] of medals.toReversed())
    for (const team of awards.find((award) => award.id === id)?.teamIds ?? []) medalOf.set(team, name);
  /** The first place of those without a medal, by problems solved. */
  const firstPlace = new Map<number, number>();
  return shown.map(({ row, team, place, isMain }) => {
    if (place === null || !isMain) return { row, team, place, icpcRank: null, award: null };
    const medal = medalOf.get(team.id);
    if (medal !== undefined) return { row, team, place, icpcRank: place, award: medal };
    if (row.solved === 0 || row.solved < median)
      return { row, team, place, icpcRank: null, award: 'Honorable' };
    const first = firstPlace.get(row.solved) ?? place;
    firstPlace.set(row.solved, first);
    return { row, team, place, icpcRank: first, award: 'Ranked' };
  });
}

interface ShownRow extends Pick<ResultLine, 'row' | 'team' | 'place'> {
  readonly isMain: boolean;
}

/** Ranks of the scoreboard may count hidden teams: they are counted again without them. */
function shownRows(rows: readonly ScoreboardRow[], teams: readonly AwardTeam[]): ShownRow[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const shown = rows.flatMap((row) => {
    const team = byId.get(row.team.id);
    return team === undefined || team.hidden === true ? [] : [{ row, team, sortOrder: team.sortOrder ?? 0 }];
  });
  const counted = new Map<number, { teams: number; rank: number; place: number }>();
  const first = Math.min(...shown.filter(({ row }) => row.rank !== null).map(({ sortOrder }) => sortOrder));
  return shown.map(({ row, team, sortOrder }) => {
    const isMain = sortOrder === first;
    if (row.rank === null) return { row, team, place: null, isMain };
    const before = counted.get(sortOrder) ?? { teams: 0, rank: 0, place: 0 };
    const place = before.teams > 0 && before.rank === row.rank ? before.place : before.teams + 1;
    counted.set(sortOrder, { teams: before.teams + 1, rank: row.rank, place });
    return { row, team, place, isMain };
  });
}
