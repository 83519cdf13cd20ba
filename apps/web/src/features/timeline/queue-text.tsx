import type { QueueSample } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatCount, plural } from '../../lib/format.ts';
import { shortAge } from '../judgehosts/figures.ts';
import { drainMs } from './queue-drain.ts';
import styles from './timeline-page.module.css';

/** The queue now, in a sentence. */
export function QueueText({ queue }: { queue: QueueSample | null }): ReactNode {
  if (queue === null) return null;
  const { claimed, slots, due, oldestMs } = queue;
  const drain = drainMs(queue);
  // Hosts that drain, or take less than they did, have more in hand than they may take now.
  const work =
    slots > 0 && claimed <= slots
      ? `of ${plural(slots, 'slot')} at work`
      : `at work, ${slots === 0 ? 'no slot takes tasks' : `${plural(slots, 'slot')} take tasks`}`;
  return (
    <p className={styles.queue}>
      <b>{formatCount(claimed)}</b> {work}, <b>{formatCount(due)}</b> waiting
      {due > 0 && oldestMs > 0 ? (
        <>
          , the oldest for <b>{shortAge(oldestMs)}</b>
        </>
      ) : null}
      {due > 0 && drain !== null ? (
        <>
          , done in <b>≈ {shortAge(drain)}</b>
        </>
      ) : null}
      {drain === null ? ', judged when a slot takes tasks' : null}
    </p>
  );
}
