import type { SubmissionSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, formatWait } from '../../lib/format.ts';
import styles from './live-verdict.module.css';

/** The queue position of a submission, in a sentence. It is an expectation, and says so. */
export function QueueNote({ place }: { place: NonNullable<SubmissionSummary['queue']> }): ReactNode {
  const { position, expectedWaitMs } = place;
  const where = position === 1 ? 'Next in the queue' : `Number ${formatCount(position)} in the queue`;
  const when =
    expectedWaitMs === null
      ? 'judging begins as soon as a judgehost is available'
      : `judging should begin in ${formatWait(expectedWaitMs)}`;
  return (
    <span className={styles.queue} data-testid="queue-place">
      {where}; {when}.
    </span>
  );
}
