import type { ReactNode } from 'react';
import { ScrollRegion } from '../scroll-region.tsx';
import styles from './plain-code.module.css';

/**
 * Code as the editor will show it, without its colours: what somebody came to read is there with the page, before
 * the editor has been fetched.
 */
export function PlainCode({ value, label }: { value: string; label: string }): ReactNode {
  const lines = value.split('\n').length;
  return (
    <ScrollRegion className={styles.scroller} label={label}>
      <pre className={styles.numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <pre className={styles.text} data-code>
        {value}
      </pre>
    </ScrollRegion>
  );
}
