import type { HostRow } from '@sandglass/contracts';
import { memo, type ReactNode } from 'react';
import styles from './gap-curve.module.css';

const width = 120;
const height = 26;
/** Gaps span five decades: a tenth of a millisecond at the bottom, ten seconds at the top. */
const lowestUs = 100;
const decades = 5;
/** From here on verdicts are in doubt (alarm rule “gap”). */
const alarmUs = 100_000;
const reachMs = 3_600_000;

function heightOf(us: number): number {
  const share = Math.log10(Math.max(us, lowestUs) / lowestUs) / decades;
  return height - 1 - Math.min(1, share) * (height - 2);
}

/** Wall − CPU of a host's runs over the last hour: p50 as a line, up to p95 and p99 as bands, on a logarithmic scale. */
export const GapCurve = memo(function GapCurve(props: {
  points: HostRow['gapHistory'];
  name: string;
}): ReactNode {
  const { points, name } = props;
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return <span className={styles.none} aria-hidden="true" />;
  const from = last.at - reachMs;
  const shown = points.filter(({ at }) => at >= from);
  const first = shown[0] ?? last;
  // A young history is drawn over the whole width.
  const span = Math.max(60_000, last.at - first.at);
  const xs = shown.map(({ at }) => (((at - first.at) / span) * width).toFixed(1));
  const line = (of: (point: (typeof shown)[number]) => number): string =>
    shown.map((point, index) => `${xs[index]},${heightOf(of(point)).toFixed(1)}`).join(' ');
  const band = (of: (point: (typeof shown)[number]) => number): string =>
    `0,${height} ${line(of)} ${xs.at(-1)},${height}`;
  const alarmAt = heightOf(alarmUs);
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Gap of ${name} over the last ${Math.max(1, Math.round((last.at - first.at) / 60_000))} minutes`}
    >
      <polygon className={styles.p99} points={band(({ p99Us }) => p99Us)} />
      <polygon className={styles.p95} points={band(({ p95Us }) => p95Us)} />
      <line className={styles.alarm} x1="0" x2={width} y1={alarmAt} y2={alarmAt} />
      <polyline className={styles.p50} points={line(({ p50Us }) => p50Us)} />
    </svg>
  );
});
