import { Tooltip } from '@mantine/core';
import type { ContestSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { contestTime } from '../../features/contests/contest-time.ts';
import { formatClock } from '../../lib/format.ts';
import { formatInstantFully } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './contest-clock.module.css';

const words = {
  before: 'starts in',
  running: 'left',
  frozen: 'left',
  ended: 'over',
  finalized: 'final',
} as const;

/** Time left, in the header of every page. */
export function ContestClock({ contest }: { contest: ContestSummary }): ReactNode {
  const time = contestTime(contest, useNow());
  const over = time.phase === 'ended' || time.phase === 'finalized';
  return (
    <Tooltip multiline label={<StartAndEnd contest={contest} />}>
      <div className={styles.clock} role="timer" aria-label="Contest clock">
        {over ? null : <span className={styles.digits}>{formatClock(time.remainingMs)}</span>}
        <span className={styles.word}>{words[time.phase]}</span>
      </div>
    </Tooltip>
  );
}

/** Drawn only while it is looked at. */
function StartAndEnd({ contest }: { contest: ContestSummary }): ReactNode {
  return (
    <>
      Start: {formatInstantFully(contest.startsAt)}
      <br />
      End: {formatInstantFully(contest.endsAt)}
    </>
  );
}
