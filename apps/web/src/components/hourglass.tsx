import { type ReactNode, useId } from 'react';
import styles from './hourglass.module.css';

/**
 * The logo; its sand is the contest's time.
 * @param fallen share of the sand that lies in the lower bulb, 0 to 1
 */
export function Hourglass({ size = 28, fallen }: { size?: number; fallen: number }): ReactNode {
  const id = useId();
  const part = Math.min(1, Math.max(0, fallen));
  const upper = 13.4 - (1 - part) * 7.4;
  const lower = 25.6 - part * 7.4;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={styles.glass}
    >
      <clipPath id={`${id}-upper`}>
        <rect x="8" y={upper} width="16" height={Math.max(0, 15.6 - upper)} />
      </clipPath>
      <clipPath id={`${id}-lower`}>
        <rect x="8" y={lower} width="16" height={Math.max(0, 26 - lower)} />
      </clipPath>
      <path
        className={styles.sand}
        clipPath={`url(#${id}-upper)`}
        d="M10 5.500c0 5.500 5.400 6.300 5.800 10h.4c.4-3.700 5.800-4.500 5.800-10z"
      />
      <path
        className={styles.sand}
        clipPath={`url(#${id}-lower)`}
        d="M10 26.500c0-5.500 5.400-6.300 5.800-10h.4c.4 3.700 5.800 4.500 5.800 10z"
      />
      <clipPath id={`${id}-stream`}>
        <rect x="15" y="15" width="2" height="10" />
      </clipPath>
      {part > 0 && part < 1 ? (
        <g clipPath={`url(#${id}-stream)`}>
          <path className={styles.stream} d="M16 12.500v12.500" />
        </g>
      ) : null}
      <path
        className={styles.frame}
        d="M9.500 5c0 6 5.500 6.800 5.500 11s-5.500 5-5.500 11M22.500 5c0 6-5.500 6.800-5.500 11s5.500 5 5.500 11"
      />
      <path className={styles.frame} d="M7 4.500h18M7 27.500h18" />
    </svg>
  );
}
