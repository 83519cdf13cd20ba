/**
 * Awards by the rules of CLICS ("Known awards" of the Contest API 2026-01) and of the CCS requirements: winner, medals, ranks,
 * first to solve, winners of groups and organisations. Pure: made of a scoreboard and of who the teams are.
 *
 * Who has one place shares the award, and there is none for a team that has solved nothing, is hidden or is a guest. Medals
 * are by rank: gold up to rank 4 where there are 4, silver up to 8, bronze up to 12 + B. Several rankings (sort orders) are
 * several contests on one scoreboard: the first of them has winner, medals and ranks.
 */
import type { ScoreboardRow } from '@sandglass/contracts';

/** The medals of a contest, and how many ranks have an award of their own. */
export interface AwardRules {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
  /** B, which is decided when results are made final. */
  readonly extraBronze: number;
  /** `rank-1` to this one; 0: none. CLICS wants them only where final ranks are not those of the scoreboard. */
  readonly ranks: number;
}

export const defaultAwardRules: AwardRules = { gold: 4, silver: 4, bronze: 4, extraBronze: 0, ranks: 0 };

/** A row of the scoreboard, as far as awards depend on it. */
export type AwardRow = Pick<ScoreboardRow, 'rank' | 'solved'> & {
  readonly team: Pick<ScoreboardRow['team'], 'id'>;
  readonly cells: readonly Pick<ScoreboardRow['cells'][number], 'label' | 'firstToSolve'>[];
};

/** What a scoreboard does not say of its teams. */
export interface AwardTeam {
  readonly id: string;
  /** By its own mark, or by a group's. */
  readonly hidden?: boolean;
  /** False: a guest. */
  readonly ranked?: boolean;
  readonly sortOrder?: number;
  readonly groupIds: readonly string[];
  readonly organisationId: string | null;
}

export interface AwardSetup {
  readonly rules: AwardRules;
  readonly teams: readonly AwardTeam[];
  readonly problems: readonly { readonly id: string; readonly label: string }[];
  readonly groups: readonly {
    readonly id: string;
    readonly name: string;
    /** Such as `site`; null: it is called a group. */
    readonly type: string | null;
  }[];
  readonly organisations: readonly { readonly id: string; readonly name: string }[];
}

/** In the words of CLICS an award with `id`, `citation` and `team_ids`. */
export interface Award {
  readonly id: string;
  readonly citation: string;
  /** In the order of the scoreboard; empty: nobody has it. */
  readonly teamIds: readonly string[];
}

/** A team that awards are for, in the order of the scoreboard. */
export interface Placed {
  readonly row: AwardRow;
  readonly team: AwardTeam;
  /** Among those who may have awards, in its own ranking: 1, 2, 2, 4. */
  readonly place: number;
  /** In the first ranking of the scoreboard. */
  readonly isMain: boolean;
}

/**
 * All awards: winner, medals, ranks, groups, organisations, problems, in this order.
 * @param rows of one scoreboard without a freeze, in its order; rows of hidden teams and of guests count as if they were not there
 */
export function awardsOf(rows: readonly AwardRow[], setup: AwardSetup): Award[] {
  const { rules, groups, organisations, problems } = setup;
  const placed = placesOf(rows, setup.teams);
  const main = placed.filter(({ isMain }) => isMain);
  const award = (id: string, citation: string, of: readonly Placed[]): Award => ({
    id,
    citation,
    teamIds: of.map(({ team }) => team.id),
  });
  const best = (of: readonly Placed[]): Placed[] => of.filter(({ place }) => place === of[0]?.place);
  return [
    award('winner', 'Contest winner', best(main)),
    ...medalsOf(rules).map(({ id, citation, from, to }) =>
      award(
        id,
        citation,
        main.filter(({ place }) => place >= from && place <= to),
      ),
    ),
    ...Array.from({ length: rules.ranks }, (_, index) =>
      award(
        `rank-${index + 1}`,
        `${ordinal(index + 1)} place`,
        main.filter(({ place }) => place === index + 1),
      ),
    ),
    ...groups.flatMap(({ id, name, type }) => {
      // A group whose teams are all hidden or guests has no winner, and its name is nobody's business.
      if (!setup.teams.some((team) => isEligible(team) && team.groupIds.includes(id))) return [];
      const own = placed.filter(({ team }) => team.groupIds.includes(id));
      return [award(`group-winner-${id}`, `Winner of ${type ?? 'group'} ${name}`, best(firstRanking(own)))];
    }),
    ...organisations.flatMap(({ id, name }) => {
      const teams = setup.teams.filter((team) => isEligible(team) && team.organisationId === id);
      // The only team of an organisation would be its winner by taking part.
      if (teams.length < 2) return [];
      const own = placed.filter(({ team }) => team.organisationId === id);
      return [award(`organization-winner-${id}`, `Best team of ${name}`, best(firstRanking(own)))];
    }),
    ...problems.map(({ id, label }) =>
      award(
        `first-to-solve-${id}`,
        `First to solve problem ${label}`,
        placed.filter(({ row }) => row.cells.some((cell) => cell.label === label && cell.firstToSolve)),
      ),
    ),
  ];
}

/** Teams that may have awards: those that have solved a problem, are seen by everybody, and are no guests. */
export function placesOf(rows: readonly AwardRow[], teams: readonly AwardTeam[]): Placed[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const kept = rows.flatMap((row) => {
    const team = byId.get(row.team.id);
    return team !== undefined && isEligible(team) && row.rank !== null && row.solved > 0
      ? [{ row, team, rank: row.rank, sortOrder: team.sortOrder ?? 0 }]
      : [];
  });
  const mainOrder = Math.min(...teams.filter(isEligible).map(({ sortOrder = 0 }) => sortOrder));
  const counted = new Map<number, { teams: number; rank: number; place: number }>();
  return kept.map(({ row, team, rank, sortOrder }) => {
    const before = counted.get(sortOrder) ?? { teams: 0, rank: 0, place: 0 };
    // Ranks of the scoreboard may count hidden teams; who shares one shares a place.
    const place = before.teams > 0 && before.rank === rank ? before.place : before.teams + 1;
    counted.set(sortOrder, { teams: before.teams + 1, rank, place });
    return { row, team, place, isMain: sortOrder === mainOrder };
  });
}

/** Which places have which medal; one without a place is left out. */
export function medalsOf({ gold, silver, bronze, extraBronze }: AwardRules): {
  readonly id: 'gold-medal' | 'silver-medal' | 'bronze-medal';
  readonly citation: string;
  readonly from: number;
  readonly to: number;
}[] {
  return [
    { id: 'gold-medal', citation: 'Gold medal winner', from: 1, to: gold } as const,
    { id: 'silver-medal', citation: 'Silver medal winner', from: gold + 1, to: gold + silver } as const,
    {
      id: 'bronze-medal',
      citation: 'Bronze medal winner',
      from: gold + silver + 1,
      to: gold + silver + bronze + extraBronze,
    } as const,
  ].filter(({ from, to }) => from <= to);
}

function isEligible({ hidden = false, ranked = true }: AwardTeam): boolean {
  return !hidden && ranked;
}

/** Where a group has teams of several rankings: those of the first. */
function firstRanking(placed: readonly Placed[]): Placed[] {
  const first = placed[0]?.team.sortOrder ?? 0;
  return placed.filter(({ team }) => (team.sortOrder ?? 0) === first);
}

function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${(teen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]) ?? 'th'}`;
}
