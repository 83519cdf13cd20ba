/**
 * What the groups of a team mean for the scoreboard. A team may be in several: the strictest of them decides, so that no
 * further group can show a hidden team or rank a guest.
 */
import type { ScoreboardTeam } from './scoreboard-setup.ts';

export interface GroupRules {
  readonly name: string;
  /** Its teams are on the jury's scoreboard only. */
  readonly hidden: boolean;
  /** False: its teams are guests, who take no rank. */
  readonly ranked: boolean;
  /** Teams of the lowest are on top, and each has its own ranking. */
  readonly sortOrder: number;
}

export interface RegisteredTeam {
  readonly id: string;
  readonly name: string;
  /** Shown instead of the name. */
  readonly displayName: string | null;
  /** Where it is not that of its organisation. */
  readonly country: string | null;
  readonly hidden: boolean;
  readonly organisation: { readonly name: string; readonly country: string | null } | null;
  /** In the team's own order. */
  readonly groups: readonly GroupRules[];
}

/**
 * A team as scoreboards know it: hidden when it or any of its groups is, a guest when any of its groups has guests, ranked
 * in the lowest place that a group gives it (the highest sort order), and named after the first of its groups.
 */
export function scoreboardTeam(team: RegisteredTeam): ScoreboardTeam {
  const { groups, organisation } = team;
  return {
    id: team.id,
    name: team.displayName ?? team.name,
    affiliation: organisation?.name ?? null,
    country: team.country ?? organisation?.country ?? null,
    category: groups[0]?.name ?? null,
    hidden: team.hidden || groups.some(({ hidden }) => hidden),
    ranked: groups.every(({ ranked }) => ranked),
    sortOrder: groups.length === 0 ? 0 : Math.max(...groups.map(({ sortOrder }) => sortOrder)),
  };
}
