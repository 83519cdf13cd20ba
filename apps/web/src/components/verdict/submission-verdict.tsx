import type { SubmissionSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, formatWait } from '../../lib/format.ts';
import { Verdict, meaningOf, meaningOfSubmission } from './verdict.tsx';
import styles from './submission-verdict.module.css';

const isSurprising = (of: SubmissionSummary): boolean =>
  of.verdict !== null && of.expected.length > 0 && !of.expected.includes(of.verdict);
const expectation = (of: SubmissionSummary): string => of.expected.join(' or ');

const placeOf = ({ position, expectedWaitMs }: NonNullable<SubmissionSummary['queue']>): string =>
  `no. ${formatCount(position)}${expectedWaitMs === null ? '' : `, ${formatWait(expectedWaitMs)}`}`;

/**
 * The verdict by its name, and what was expected instead, or its place in the queue: for users who hover a row that has
 * no room for it.
 */
export function verdictInFull(of: SubmissionSummary): string {
  const { name } = meaningOfSubmission(of);
  if (of.state === 'queued' && of.queue !== null) return `${name}, ${placeOf(of.queue)}`;
  const words = isSurprising(of) ? `${name}, expected ${expectation(of)}` : name;
  return of.changed === null ? words : `${words}, before a rejudging: ${meaningOf(of.changed.from).name}`;
}

/**
 * A submission's verdict in a list; while it is judged, how far it has come.
 * @param inWords for teams, who need not know the ids
 */
export function SubmissionVerdict(props: { of: SubmissionSummary; inWords?: boolean }): ReactNode {
  const { of, inWords = false } = props;
  const expected = expectation(of);
  const { testsDone, testsTotal } = of;
  return (
    <span className={`${styles.box} ${of.verdict === null ? '' : styles.judged}`}>
      <Verdict
        verdict={of.verdict}
        state={of.state}
        waitsForJury={of.waitsForJury}
        late={of.late}
        form={inWords ? 'long' : 'short'}
        light
      />
      {of.verdict === null && of.state === 'running' && testsDone !== null && testsTotal > 0 ? (
        <span className={styles.progress}>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${(testsDone / testsTotal) * 100}%` }} />
          </span>
          {testsDone}/{testsTotal}
        </span>
      ) : null}
      {inWords && of.changed !== null ? <span className={styles.changed}>changed</span> : null}
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
