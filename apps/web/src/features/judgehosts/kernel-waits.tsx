import { type HostReport, unknownPlace } from '@sandglass/contracts';
import { memo, type ReactNode } from 'react';
import { shortAge } from './figures.ts';
import styles from './kernel-waits.module.css';

type Wait = HostReport['dState']['waits'][number];

/** Where tasks in uninterruptible sleep wait: by place, most first and hidden places last, with the longest wait and what it means. */
export const KernelWaits = memo(function KernelWaits({
  dState,
}: {
  dState: HostReport['dState'];
}): ReactNode {
  if (dState.count === 0) return <p className={styles.none}>No task is stuck in the kernel (state D).</p>;
  return (
    <ul className={styles.list}>
      {/* A place that is known says something, however few wait there. */}
      {dState.waits.toSorted(byKnown).map((wait) => {
        const [name, ...meaning] = (wait.what ?? '').split(': ');
        return (
          <li key={wait.where}>
            <span className={styles.count}>{wait.count}</span>
            <div>
              <p className={styles.head}>
                {wait.what == null ? null : <strong>{name}</strong>}
                {wait.where === unknownPlace ? (
                  <strong>Place unknown: the kernel shows it only to root</strong>
                ) : (
                  <code>{wait.where}</code>
                )}
                <span>longest {wait.longestMs == null ? 'unknown' : shortAge(wait.longestMs)}</span>
              </p>
              <p className={styles.more}>
                {wait.tasks == null ? null : `${wait.tasks.join(', ')}. `}
                {meaning.join(': ')}
              </p>
              {wait.frames == null ? null : <code className={styles.frames}>{wait.frames.join(' ← ')}</code>}
            </div>
          </li>
        );
      })}
    </ul>
  );
});

function byKnown(a: Wait, b: Wait): number {
  return Number(a.where === unknownPlace) - Number(b.where === unknownPlace) || b.count - a.count;
}
