/**
 * What somebody has seen of a change before they make it: the contest that it starts from, and its kinds of dangers. A
 * change of ten minutes more is another one where somebody else has just made the contest longer.
 */
import type { ContestState } from '@sandglass/contracts';
import { sha256 } from '../platform/lib/sha256.ts';

/** Hexadecimal digits: two versions are compared, nobody gains by one that looks like another. */
const digits = 16;

/** Words of a danger that are others for another number. */
const counting = new Set(['submission', 'submissions', 'team.', 'teams.', 'is', 'are']);

/** @param dangers sentences. How many submissions or teams are concerned is left out: it grows while teams submit. */
export function changeVersion(before: ContestState, dangers: readonly string[]): string {
  const kinds = dangers.map((danger) =>
    danger.split(' ').filter((word) => !/^\d+$/.test(word) && !counting.has(word)),
  );
  return sha256(JSON.stringify([before, kinds])).slice(0, digits);
}
