/**
 * The groups of a team when a text that has room for one group names it: a contest's definition, a row of `teams.tsv`. The group
 * replaces the first. A hidden group and a group of guests stay: such a text does not know them, and it must not show their teams.
 */
import type { TeamGroup } from '@sandglass/contracts';

/** Its teams are hidden, or guests. */
export function isRestricting({ hidden, ranked }: Pick<TeamGroup, 'hidden' | 'ranked'>): boolean {
  return hidden || !ranked;
}

/** @param id null: no group but those that are kept, so that the same text again takes nothing more */
export function withFirstGroup(
  before: readonly string[],
  id: string | null,
  isKept: (group: string) => boolean,
): string[] {
  if (id === null) return before.filter(isKept);
  const [first, ...others] = before;
  const stay = first === undefined || isKept(first) ? before : others;
  return [id, ...stay.filter((other) => other !== id)];
}
