import type { ContestSummary } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { contestTime } from '../../features/contests/contest-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { refetchContest } from '../../live/live-cache.ts';

/** A hall of browsers must not ask in the same instant; the server's clock may be a little behind ours. */
const spreadMs = { least: 300, most: 1800 };

/** When the contest starts, freezes or ends while the page is open, what it shows is fetched again. */
export function PhaseRefresh({ contest }: { contest: ContestSummary | null }): null {
  const client = useQueryClient();
  const now = useNow();
  const contestId = contest?.id ?? null;
  const phase = contest === null ? null : contestTime(contest, now).phase;
  const seen = useRef({ contestId, phase });

  useEffect(() => {
    const before = seen.current;
    seen.current = { contestId, phase };
    if (contestId === null || before.contestId !== contestId || before.phase === phase) return undefined;
    const wait = spreadMs.least + Math.random() * (spreadMs.most - spreadMs.least);
    const timer = setTimeout(() => refetchContest(client, contestId), wait);
    return () => clearTimeout(timer);
  }, [client, contestId, phase]);
  return null;
}
