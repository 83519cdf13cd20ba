import type { ContestSummary } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { contestsQuery } from './contest-queries.ts';

/** The contests the viewer may see; none before they are known. */
export function useContests(): readonly ContestSummary[] {
  return useQuery(contestsQuery).data ?? [];
}
