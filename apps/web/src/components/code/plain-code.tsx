import type { ReactNode } from 'react';
import styles from './plain-code.module.css';

/**
 * Code as the editor will show it, without its colours: what somebody came to read stands there with the page, before
 * the editor has been fetched.
 */
export function PlainCode({ value }: { value: string }): ReactNode {
  const lines = value.split('\n').length;
  return (
    <div className={styles.scroller} data-code>
      <pre className={styles.numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <pre className={styles.text}>{value}</pre>
    </div>
  );
}
