import type { SubmissionSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, formatWait } from '../../lib/format.ts';
import { Verdict } from './verdict.tsx';
import styles from './submission-verdict.module.css';

/** A submission's verdict in a list; while it is judged, how far it has come. */
export function SubmissionVerdict({ of }: { of: SubmissionSummary }): ReactNode {
  const expected = of.expected.join(' or ');
  const surprising = of.verdict !== null && of.expected.length > 0 && !of.expected.includes(of.verdict);
  return (
    <span className={styles.box}>
      <Verdict verdict={of.verdict} state={of.state} light />
      {of.verdict === null && of.state === 'running' && of.testsTotal > 0 ? (
        <span className={styles.progress}>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${(of.testsDone / of.testsTotal) * 100}%` }} />
          </span>
          {of.testsDone}/{of.testsTotal}
        </span>
      ) : null}
      {of.state === 'queued' && of.queue !== null ? (
        <span className={styles.progress}>
          no. {formatCount(of.queue.position)}
          {of.queue.expectedWaitMs === null ? null : `, ${formatWait(of.queue.expectedWaitMs)}`}
        </span>
      ) : null}
      {surprising ? (
        <span className={styles.expected} title={`expected ${expected}`}>
          <span>expected </span>
          {expected}
        </span>
      ) : null}
    </span>
  );
}
