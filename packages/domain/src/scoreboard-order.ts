/** The order of the ICPC scoreboard: which team is before which, and which teams share a rank. */

/** What decides a team's rank. */
export interface Standing {
  readonly team: {
    readonly id: string;
    readonly name: string;
    readonly sortOrder?: number | undefined;
    readonly ranked?: boolean | undefined;
  };
  readonly solved: number;
  readonly penalty: number;
  /** By the contest's tie-break: who has less is first; null: nothing solved, or ties are not broken. */
  readonly tie: number | null;
}

export function compareStandings(a: Standing, b: Standing): number {
  return compareMerit(a, b) || compareText(a.team.name, b.team.name) || compareText(a.team.id, b.team.id);
}

/**
 * Ranks 1, 2, 2, 4; each sort order begins at 1 again. A guest has none, and the next team has the rank that it would have
 * without the guest. @param standings in their order
 */
export function ranked<Each extends Standing>(
  standings: readonly Each[],
): { readonly standing: Each; readonly rank: number | null }[] {
  let place = 0;
  let above: { readonly standing: Each; readonly rank: number } | undefined;
  return standings.map((standing) => {
    if (standing.team.ranked === false) return { standing, rank: null };
    const newGroup = (above?.standing.team.sortOrder ?? 0) !== (standing.team.sortOrder ?? 0);
    place = above === undefined || newGroup ? 1 : place + 1;
    const tied = above !== undefined && compareMerit(above.standing, standing) === 0 ? above.rank : null;
    above = { standing, rank: tied ?? place };
    return above;
  });
}

/** Zero means: the same rank. */
function compareMerit(a: Standing, b: Standing): number {
  return (
    (a.team.sortOrder ?? 0) - (b.team.sortOrder ?? 0) ||
    b.solved - a.solved ||
    a.penalty - b.penalty ||
    (a.tie ?? 0) - (b.tie ?? 0)
  );
}

/** By code unit, not by locale: every process must draw the same board. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
