import type { CpuSplit, HostRow } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { percentOf } from './figures.ts';
import styles from './bars.module.css';

const parts = ['user', 'system', 'ioWait', 'steal'] as const;
const partNames = { user: 'programs', system: 'kernel', ioWait: 'waiting for disks', steal: 'stolen' };

/** Where the CPUs' time went: programs, kernel, disks, other guests; the rest was idle. */
export function CpuBar({ cpu }: { cpu: CpuSplit }): ReactNode {
  const words = parts.map((part) => `${partNames[part]} ${percentOf(cpu[part])} %`).join(', ');
  return (
    <span className={styles.bar} role="img" aria-label={words} title={words}>
      {parts.map((part) => (
        <span key={part} className={styles[part]} style={{ width: `${cpu[part] * 100}%` }} />
      ))}
    </span>
  );
}

/** How full something is. @param share 0…1 */
export function FillBar(props: { share: number; alarming?: boolean; words: string }): ReactNode {
  const { share, alarming = false, words } = props;
  return (
    <span className={styles.bar} role="img" aria-label={words} title={words}>
      <span
        className={alarming ? styles.alarming : styles.fill}
        style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </span>
  );
}

/**
 * Load against slots, as the alarm looks at it: of the last minute, or what could run now where that is more. The mark
 * stands at as many as slots, the end of the bar at twice as many.
 */
export function LoadBar(props: { load: number; runnable: number | null; slots: number }): ReactNode {
  const { load, runnable, slots } = props;
  const ratio = Math.max(load, runnable ?? 0) / Math.max(1, slots);
  const now = runnable === null ? '' : `, ${runnable} threads could run now`;
  const words = `load of a minute ${load.toFixed(1)}${now}: ${ratio.toFixed(1)} times the slots; from 2 times on it is an alarm`;
  return (
    <span className={`${styles.bar} ${styles.load}`} role="img" aria-label={words} title={words}>
      <span
        className={ratio >= 2 ? styles.alarming : styles.fill}
        style={{ width: `${Math.min(1, ratio / 2) * 100}%` }}
      />
    </span>
  );
}

type SlotOfRow = HostRow['slots'][number];

/** A square per slot: what it does. */
export function SlotStrip({ slots, label }: { slots: readonly SlotOfRow[]; label: string }): ReactNode {
  return (
    <span className={styles.slots} role="img" aria-label={label}>
      {slots.map(({ ordinal, state }) => (
        <i key={ordinal} className={styles[state]} />
      ))}
    </span>
  );
}
