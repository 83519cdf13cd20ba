import type { ReactNode } from 'react';
import { WarningIcon } from '../../components/icons.tsx';
import styles from './gauge.module.css';

export interface GaugeProps {
  name: string;
  value: string;
  detail: string;
  /** How full the bar is, 0 to 1; null where there is no measure. */
  share: number | null;
  /** Why this figure is alarming, in words; null when it is fine. */
  alarm: string | null;
}

/** One figure of the panel: name, value, a thin bar, what it means. */
export function Gauge({ name, value, detail, share, alarm }: GaugeProps): ReactNode {
  return (
    <div className={alarm === null ? styles.gauge : `${styles.gauge} ${styles.alarm}`}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        {value}
        {alarm === null ? null : (
          <span className={styles.alarmWords}>
            <WarningIcon size={15} /> {alarm}
          </span>
        )}
      </span>
      <span className={styles.track} aria-hidden="true">
        {share === null ? null : <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />}
      </span>
      <span className={styles.detail}>{detail}</span>
    </div>
  );
}
