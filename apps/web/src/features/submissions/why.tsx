import type { Judging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import styles from './why.module.css';

/** Why this verdict, in words; its first sentence is what the jury came for. */
export function Why({ of: { why } }: { of: Judging }): ReactNode {
  const [first, ...rest] = why;
  if (first === undefined) return null;
  return (
    <section className={styles.why} aria-label="Why this verdict">
      <p className={styles.first}>{first}</p>
      {rest.length === 0 ? null : <p className={styles.rest}>{rest.join(' ')}</p>}
    </section>
  );
}
