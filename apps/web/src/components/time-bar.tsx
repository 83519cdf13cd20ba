import type { ReactNode } from 'react';
import { formatMicroseconds } from '../lib/format.ts';
import styles from './time-bar.module.css';

export interface TimeBarProps {
  /** Said before the figures, where it is not clear whose they are. */
  of?: string;
  cpuUs: number;
  wallUs: number;
  cpuLimitUs: number;
  wallLimitUs: number;
}

/**
 * CPU and wall time on one axis that ends at the wall limit: the dark part is CPU, the light
 * part up to the wall time is the gap, the marks are the two limits.
 */
export function TimeBar({ of = '', cpuUs, wallUs, cpuLimitUs, wallLimitUs }: TimeBarProps): ReactNode {
  const end = Math.max(wallLimitUs, cpuLimitUs, 1) * 1.04;
  const share = (us: number): string => `${Math.min(100, (Math.max(0, us) / end) * 100)}%`;
  return (
    <span
      className={styles.bar}
      role="img"
      aria-label={`${of}CPU ${formatMicroseconds(cpuUs)} of ${formatMicroseconds(cpuLimitUs)}, wall ${formatMicroseconds(wallUs)} of ${formatMicroseconds(wallLimitUs)}`}
    >
      <span className={styles.gap} style={{ left: share(cpuUs), width: share(wallUs - cpuUs) }} />
      <span className={cpuUs > cpuLimitUs ? styles.cpuOver : styles.cpu} style={{ width: share(cpuUs) }} />
      <span className={styles.limit} style={{ left: share(cpuLimitUs) }} />
      <span className={styles.limit} style={{ left: share(wallLimitUs) }} />
    </span>
  );
}

/** A figure against its one limit. */
export function AmountBar(props: {
  value: number;
  limit: number;
  label: string;
  kind?: 'cpu' | 'memory';
}): ReactNode {
  const { value, limit, label, kind = 'memory' } = props;
  const end = Math.max(limit, 1) * 1.04;
  return (
    <span className={styles.bar} role="img" aria-label={label}>
      <span
        className={value >= limit ? styles.cpuOver : kind === 'cpu' ? styles.cpu : styles.amount}
        style={{ width: `${Math.min(100, (value / end) * 100)}%` }}
      />
      <span className={styles.limit} style={{ left: `${(limit / end) * 100}%` }} />
    </span>
  );
}
