import type { SubmissionSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, formatWait } from '../../lib/format.ts';
import { Verdict, meaningOf } from './verdict.tsx';
import styles from './submission-verdict.module.css';

const isSurprising = (of: SubmissionSummary): boolean =>
  of.verdict !== null && of.expected.length > 0 && !of.expected.includes(of.verdict);
const expectation = (of: SubmissionSummary): string => of.expected.join(' or ');

const placeOf = ({ position, expectedWaitMs }: NonNullable<SubmissionSummary['queue']>): string =>
  `no. ${formatCount(position)}${expectedWaitMs === null ? '' : `, ${formatWait(expectedWaitMs)}`}`;

/**
 * The verdict by its name, and what was expected instead, or its place in the queue: for whoever hovers a row that has
 * no room for it.
 */
export function verdictInFull(of: SubmissionSummary): string {
  const { name } = meaningOf(of.verdict, of.state);
  if (of.state === 'queued' && of.queue !== null) return `${name}, ${placeOf(of.queue)}`;
  return isSurprising(of) ? `${name}, expected ${expectation(of)}` : name;
}

/** A submission's verdict in a list; while it is judged, how far it has come. */
export function SubmissionVerdict({ of }: { of: SubmissionSummary }): ReactNode {
  const expected = expectation(of);
  return (
    <span className={`${styles.box} ${of.verdict === null ? '' : styles.judged}`}>
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
        <span className={styles.place}>{placeOf(of.queue)}</span>
      ) : null}
      {isSurprising(of) ? (
        <span className={styles.expected} title={`expected ${expected}`}>
          <span>expected </span>
          {expected}
        </span>
      ) : null}
    </span>
  );
}
