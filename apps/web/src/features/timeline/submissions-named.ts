/**
 * Which submission is followed where several have the name: numbers are counted in each contest, and ids may end alike.
 */
import type { TaskInterval } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';

/** Spans of one submission, the oldest first. */
export type IntervalsOfOne = readonly [TaskInterval, ...TaskInterval[]];

/** @param contest whose submission is meant first; @returns all of them, the one that is meant first, then the newest */
export function submissionsNamed(
  intervals: readonly TaskInterval[],
  contest: string | undefined,
): IntervalsOfOne[] {
  const ordered = intervals.toSorted((a, b) => a.from - b.from);
  return [...groupBy(ordered, ({ submissionId }) => submissionId).values()]
    .map((some) => some as unknown as IntervalsOfOne)
    .toSorted(
      ([a], [b]) => Number(b.contestId === contest) - Number(a.contestId === contest) || b.from - a.from,
    );
}
