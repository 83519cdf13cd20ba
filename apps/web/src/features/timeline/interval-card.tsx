import type { TaskInterval } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { figuresOf, stateText } from './interval-text.ts';
import styles from './interval-card.module.css';

/** What the interval below the pointer is. */
export function IntervalCard(props: {
  interval: TaskInterval;
  x: number;
  y: number;
  now: number;
}): ReactNode {
  const { interval, x, y, now } = props;
  const left = Math.min(x + 14, window.innerWidth - 270);
  return (
    <div
      className={styles.card}
      style={{ left, top: Math.min(y + 14, window.innerHeight - 190) }}
      aria-hidden="true"
    >
      <p className={styles.head}>
        <strong>
          {interval.problem ?? '?'} · #{interval.submissionNumber}
        </strong>{' '}
        {stateText[interval.state]}
        {interval.rejudging ? ', a rejudging' : ''}
      </p>
      <p className={styles.where}>
        {interval.judgehost}, slot {interval.slot}
      </p>
      <dl>
        {figuresOf(interval, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
