import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import type { ContestTime } from './contest-time.ts';

/** From when to when the contest runs for one's own team. */
export function ContestSpan({ span }: Pick<ContestTime, 'span'>): ReactNode {
  if (span === null) return 'start not set';
  return (
    <>
      <Instant at={span.startsAt} precision="minutes" /> – <Instant at={span.endsAt} precision="minutes" />
    </>
  );
}
