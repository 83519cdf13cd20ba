import type { SlotState } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recall } from '../../lib/storage.ts';
import { formatClock, plural } from '../../lib/format.ts';
import styles from './slot-list.module.css';

/** What each slot does at this moment. */
export function SlotList({ slots }: { slots: readonly SlotState[] }): ReactNode {
  if (slots.length === 0) return <p className={styles.none}>No slots reported.</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Slot</th>
          <th scope="col">CPU</th>
          <th scope="col">Doing</th>
          <th scope="col">Submission</th>
          <th scope="col">For</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.ordinal}>
            <th scope="row">{slot.ordinal}</th>
            <td>{slot.cpus.join(', ')}</td>
            <td>
              <span className={`${styles.state} ${styles[slot.state]}`}>{slot.state}</span>
              {slot.test === null ? '' : ` test ${slot.test + 1}`}
              {slot.image == null ? null : ` in image ${slot.image}`}
              {slot.imageChanges ? (
                <span className={styles.rebuilds}> {plural(slot.imageChanges, 'image change')}</span>
              ) : null}
              {slot.rebuilds === 0 ? null : (
                <span className={styles.rebuilds}> {plural(slot.rebuilds, 'rebuild')}</span>
              )}
            </td>
            <td>
              <SubmissionLink id={slot.submissionId} />
            </td>
            <td>{formatClock(slot.sinceMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SubmissionLink({ id }: { id: string | null }): ReactNode {
  const contest = recall('contest');
  if (id === null) return '–';
  const short = id.slice(-6);
  if (contest === null) return short;
  return (
    <Link to="/contests/$contest/submissions/$submission" params={{ contest, submission: id }}>
      {short}
    </Link>
  );
}
