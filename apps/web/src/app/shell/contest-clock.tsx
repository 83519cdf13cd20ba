import { Tooltip } from '@mantine/core';
import type { ContestSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { type ContestTime, contestTime } from '../../features/contests/contest-time.ts';
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
    <Tooltip multiline label={<StartAndEnd span={time.span} />}>
      <div className={styles.clock} role="timer" aria-label="Contest clock">
        {time.phase === 'before' ? <Word text={time.stopped ? 'start delayed' : words.before} /> : null}
        {over || time.span === null ? null : (
          <span className={styles.digits}>{formatClock(time.remainingMs)}</span>
        )}
        {time.phase === 'before' ? null : (
          <Word text={time.stopped && !over ? 'left, stopped' : words[time.phase]} />
        )}
      </div>
    </Tooltip>
  );
}

/** Before the digits or behind them, as it is read: "starts in 01:33", "01:33 left". */
function Word({ text }: { text: string }): ReactNode {
  return <span className={styles.word}>{text}</span>;
}

/** Drawn only while it is looked at. */
function StartAndEnd({ span }: Pick<ContestTime, 'span'>): ReactNode {
  if (span === null) return 'The new time of the start is not set.';
  return (
    <>
      Start: {formatInstantFully(span.startsAt)}
      <br />
      End: {formatInstantFully(span.endsAt)}
    </>
  );
}
