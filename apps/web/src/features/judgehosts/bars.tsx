import type { CpuSplit } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { percentOf } from './figures.ts';
import styles from './bars.module.css';

/**
 * Forty hosts have two hundred bars, drawn again every second: each is one element, its parts are its background.
 * @param ends where each part ends, 0…1, by the name the style sheet knows it by
 */
function Bar(props: { look: string | undefined; words: string; ends: Record<string, number> }): ReactNode {
  const { look, words, ends } = props;
  const style = Object.fromEntries(
    Object.entries(ends).map(([name, share]) => [
      `--${name}`,
      `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`,
    ]),
  );
  return (
    <span className={`${styles.bar} ${look}`} role="img" aria-label={words} title={words} style={style} />
  );
}

const parts = ['user', 'system', 'ioWait', 'steal'] as const;
const partNames = { user: 'programs', system: 'kernel', ioWait: 'waiting for the disk', steal: 'stolen' };

/** Where the CPUs' time went: programs, kernel, disks, other guests; the rest was idle. */
export function CpuBar({ cpu }: { cpu: CpuSplit }): ReactNode {
  const words = parts.map((part) => `${partNames[part]} ${percentOf(cpu[part])} %`).join(', ');
  const { user, system, ioWait, steal } = cpu;
  const ends = {
    user,
    system: user + system,
    'io-wait': user + system + ioWait,
    steal: user + system + ioWait + steal,
  };
  return <Bar look={styles.cpu} words={words} ends={ends} />;
}

/** How full something is. @param share 0…1 */
export function FillBar(props: { share: number; alarming?: boolean; words: string }): ReactNode {
  const { share, alarming = false, words } = props;
  return <Bar look={alarming ? styles.alarming : styles.fill} words={words} ends={{ share }} />;
}

/**
 * Load against slots, as the alarm looks at it: of the last minute, or what could run now where that is more. The mark
 * is at as many as slots, the end of the bar at twice as many.
 */
export function LoadBar(props: { load: number; runnable: number | null; slots: number }): ReactNode {
  const { load, runnable, slots } = props;
  const ratio = Math.max(load, runnable ?? 0) / Math.max(1, slots);
  const now = runnable === null ? '' : `, ${runnable} runnable threads now`;
  const words = `load of the last minute ${load.toFixed(1)}${now}: ${ratio.toFixed(1)} times the slots; an alarm is raised from 2 times`;
  const look = `${ratio >= 2 ? styles.alarming : styles.fill} ${styles.marked}`;
  return <Bar look={look} words={words} ends={{ share: ratio / 2 }} />;
}
