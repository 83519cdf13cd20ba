import type { ContestSummary } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { recall, remember } from '../../lib/storage.ts';
import { serverNow } from '../../lib/time.ts';
import { contestsQuery } from './contest-queries.ts';
import { likeliestContest } from './contest-time.ts';

/** The contest of the address; elsewhere the one last looked at, or the likeliest. */
export function useCurrentContest(): ContestSummary | null {
  const { contest: named } = useParams({ strict: false });
  const { data: contests } = useQuery(contestsQuery);

  useEffect(() => {
    if (named !== undefined) remember('contest', named);
  }, [named]);

  if (contests === undefined) return null;
  const wanted = named ?? recall('contest');
  const found = contests.find((contest) => contest.id === wanted);
  return found ?? (named === undefined ? likeliestContest(contests, serverNow()) : null);
}
