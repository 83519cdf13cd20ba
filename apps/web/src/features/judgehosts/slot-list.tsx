import type { SlotState } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatClock, plural } from '../../lib/format.ts';
import { SubmissionLink } from './submission-link.tsx';
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
