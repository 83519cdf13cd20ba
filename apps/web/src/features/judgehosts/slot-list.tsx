import type { SlotState } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatClock, plural } from '../../lib/format.ts';
import { useTick } from '../../lib/use-tick.ts';
import { SubmissionLink } from './submission-link.tsx';
import styles from './slot-list.module.css';

/**
 * What each slot does at this moment, as many beside each other as there is room for.
 * @param at when the host reported it, by the api's clock; null: long ago, so their clocks are stopped
 */
export function SlotList(props: {
  slots: readonly SlotState[];
  at: string | null;
  offsetMs: number;
}): ReactNode {
  const { slots, at, offsetMs } = props;
  const now = useTick(500) + offsetMs;
  const passedMs = at === null ? 0 : Math.max(0, now - Date.parse(at));
  if (slots.length === 0) return <p className={styles.none}>No slots reported.</p>;
  return (
    <ul className={styles.list}>
      {slots.map((slot) => (
        <li key={slot.ordinal}>
          <span className={styles.where}>
            <b>{slot.ordinal}</b> CPU {slot.cpus.join(', ')}
          </span>
          <span>
            <span className={`${styles.state} ${styles[slot.state]}`}>{slot.state}</span>
            {slot.test === null ? '' : ` test ${slot.test + 1}`}
            {slot.submissionId === null ? null : (
              <>
                {' '}
                of <SubmissionLink of={slot} />
              </>
            )}
            {slot.image == null ? null : ` in image ${slot.image}`}
            {slot.imageChanges ? (
              <span className={styles.rebuilds}> {plural(slot.imageChanges, 'image change')}</span>
            ) : null}
            {slot.rebuilds === 0 ? null : (
              <span className={styles.rebuilds}> {plural(slot.rebuilds, 'rebuild')}</span>
            )}
            {slot.handovers ? (
              <span className={styles.rebuilds}> {plural(slot.handovers, 'handover')}</span>
            ) : null}
          </span>
          <span className={styles.since}>{formatClock(slot.sinceMs + passedMs)}</span>
        </li>
      ))}
    </ul>
  );
}
