/**
 * What the jury changes of awards. A change is kept as a difference from what is computed: when results change, the award
 * follows them, and the teams that were added or taken out stay so.
 */
import type { Award } from './awards.ts';

export interface AwardEdit {
  readonly awardId: string;
  /** Null: as computed. An award that is not computed has one. */
  readonly citation: string | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface JuryAward extends Award {
  /** Not as computed. */
  readonly edited: boolean;
  /** Null: an award of the jury's own. */
  readonly computed: Pick<Award, 'citation' | 'teamIds'> | null;
}

/** Computed ones first, then the jury's own by their ids. */
export function editedAwards(computed: readonly Award[], edits: readonly AwardEdit[]): JuryAward[] {
  const byId = new Map(edits.map((edit) => [edit.awardId, edit]));
  const known = new Set(computed.map(({ id }) => id));
  const own = edits
    .filter(({ awardId }) => !known.has(awardId))
    // What was an edit of an award that is computed no longer, as of a group that has left, is none.
    .filter(({ citation }) => citation !== null)
    .toSorted((a, b) => (a.awardId < b.awardId ? -1 : 1));
  return [
    ...computed.map((award): JuryAward => {
      const { id, citation, teamIds } = award;
      const edit = byId.get(id);
      if (edit === undefined) return { ...award, edited: false, computed: { citation, teamIds } };
      const kept = teamIds.filter((team) => !edit.removed.includes(team));
      return {
        id,
        citation: edit.citation ?? citation,
        teamIds: [...kept, ...edit.added.filter((team) => !kept.includes(team))],
        edited: true,
        computed: { citation, teamIds },
      };
    }),
    ...own.map(({ awardId, citation, added }) => ({
      id: awardId,
      citation: citation ?? '',
      teamIds: added,
      edited: true,
      computed: null,
    })),
  ];
}

/**
 * The edit that makes an award what the jury wants.
 * @param computed null: an award of the jury's own
 * @returns null: it is as computed
 */
export function editOf(wanted: Award, computed: Award | null): AwardEdit | null {
  if (computed === null)
    return { awardId: wanted.id, citation: wanted.citation, added: [...wanted.teamIds], removed: [] };
  const added = wanted.teamIds.filter((team) => !computed.teamIds.includes(team));
  const removed = computed.teamIds.filter((team) => !wanted.teamIds.includes(team));
  const citation = wanted.citation === computed.citation ? null : wanted.citation;
  return citation === null && added.length === 0 && removed.length === 0
    ? null
    : { awardId: wanted.id, citation, added, removed };
}
