import type { Pass } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatBytes, formatMicroseconds } from '../../lib/format.ts';
import styles from './output-diff.module.css';

/** The runs of a multi-pass problem in short: each had the limits for itself. */
export function Passes({ of: passes }: { of: readonly Pass[] }): ReactNode {
  if (passes.length === 0) return null;
  return (
    <ol className={styles.words} aria-label="Runs of the program">
      {passes.map((pass, index) => (
        <li key={index}>
          CPU {formatMicroseconds(pass.cpuUs)}, wall {formatMicroseconds(pass.wallUs)},{' '}
          {formatBytes(pass.memoryBytes)}, printed {formatBytes(pass.stdoutBytes)}
        </li>
      ))}
    </ol>
  );
}
