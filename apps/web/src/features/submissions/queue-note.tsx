import type { SubmissionSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, formatWait } from '../../lib/format.ts';
import styles from './live-verdict.module.css';

/** Where a submission stands in the queue, in a sentence. It is an expectation, and says so. */
export function QueueNote({ place }: { place: NonNullable<SubmissionSummary['queue']> }): ReactNode {
  const { position, expectedWaitMs } = place;
  const where = position === 1 ? 'Next in the queue' : `Number ${formatCount(position)} in the queue`;
  const when =
    expectedWaitMs === null
      ? 'judging begins as soon as a judgehost is there'
      : `judging should begin in ${formatWait(expectedWaitMs)}`;
  return (
    <span className={styles.queue} data-testid="queue-place">
      {where}; {when}.
    </span>
  );
}
