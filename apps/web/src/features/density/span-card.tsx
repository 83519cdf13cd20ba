import type { TaskSpan } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { figuresOf, stateWords } from './span-words.ts';
import styles from './span-card.module.css';

/** What the span below the pointer is. */
export function SpanCard(props: { span: TaskSpan; x: number; y: number; now: number }): ReactNode {
  const { span, x, y, now } = props;
  const left = Math.min(x + 14, window.innerWidth - 270);
  return (
    <div
      className={styles.card}
      style={{ left, top: Math.min(y + 14, window.innerHeight - 190) }}
      aria-hidden="true"
    >
      <p className={styles.head}>
        <strong>
          {span.problem ?? '?'} · {span.submissionId.slice(-6)}
        </strong>{' '}
        {stateWords[span.state]}
        {span.rejudging ? ', a rejudging' : ''}
      </p>
      <p className={styles.where}>
        {span.judgehost}, slot {span.slot}
      </p>
      <dl>
        {figuresOf(span, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
