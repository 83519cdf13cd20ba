import type { HostGaps } from '@sandglass/contracts';
import { memo, type ReactNode } from 'react';
import styles from './gap-curve.module.css';

const width = 120;
const height = 26;
/** Gaps span five decades: a tenth of a millisecond at the bottom, ten seconds at the top. */
const lowestUs = 100;
const decades = 5;
/** From here on verdicts are in doubt (alarm rule “gap”). */
const alarmUs = 100_000;

/** In tenths of a unit, as everything that is drawn: numbers without fractions are short and quickly written. */
function heightOf(us: number): number {
  const share = Math.min(1, Math.log10(Math.max(us, lowestUs) / lowestUs) / decades);
  return Math.round(10 * (height - 1 - share * (height - 2)));
}

const alarmAt = heightOf(alarmUs);

/** Wall − CPU of a host's runs over the last hour: p50 as a line, up to p95 and p99 as bands, on a logarithmic scale. */
export const GapCurve = memo(function GapCurve(props: { gaps: HostGaps; name: string }): ReactNode {
  const { gaps, name } = props;
  const { seconds, p50Us, p95Us, p99Us } = gaps;
  const last = seconds.at(-1);
  if (last === undefined || seconds.length < 2) return <span className={styles.none} aria-hidden="true" />;
  // A young history is drawn over the whole width.
  const scale = (10 * width) / Math.max(60, last);
  const line = (figures: readonly number[]): string => {
    let points = '';
    for (const [index, us] of figures.entries())
      points += `${Math.round((seconds[index] ?? 0) * scale)},${heightOf(us)} `;
    return points;
  };
  const end = Math.round(last * scale);
  const band = (figures: readonly number[]): string =>
    `0,${10 * height} ${line(figures)}${end},${10 * height}`;
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${10 * width} ${10 * height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Gap of ${name} over the last ${Math.max(1, Math.round(last / 60))} minutes`}
    >
      <polygon className={styles.p99} points={band(p99Us)} />
      <polygon className={styles.p95} points={band(p95Us)} />
      <line className={styles.alarm} x1="0" x2={10 * width} y1={alarmAt} y2={alarmAt} />
      <polyline className={styles.p50} points={line(p50Us)} />
    </svg>
  );
});
