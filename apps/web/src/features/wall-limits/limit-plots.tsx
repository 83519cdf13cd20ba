import type { WallMeasurements } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { HostLink } from '../../components/named-links.tsx';
import { type HistogramMark, TimeHistogram, quantilesText } from '../../components/time-histogram.tsx';
import { formatMicroseconds } from '../../lib/format.ts';
import styles from './limit-plots.module.css';

/** One of the three histograms below each other on the same axis. */
export function LimitPlot(props: {
  kind: 'wall' | 'cpu' | 'gap';
  title: string;
  measured: WallMeasurements;
  marks: readonly HistogramMark[];
  height?: number;
}): ReactNode {
  const { kind, title, measured, marks, height = 62 } = props;
  const of = measured[kind];
  return (
    <TimeHistogram
      title={title}
      summary={quantilesText(of, measured.runs)}
      bins={measured.bins}
      series={[
        { name: 'accepted', counts: of.accepted, look: 'good' },
        { name: 'other verdicts', counts: of.other, look: 'other' },
        { name: 'killed', counts: of.killed, look: 'cut' },
      ]}
      marks={marks}
      height={height}
    />
  );
}

/** What the colours mean. */
export function PlotLegend(): ReactNode {
  return (
    <p className={styles.legend}>
      <span className={styles.good}>accepted</span>
      <span className={styles.cut}>killed at the wall limit</span>
      <span className={styles.other}>other verdicts</span>
      <span className={styles.note}>both axes logarithmic</span>
    </p>
  );
}

/** Who made programs wait: the reason why a wall limit needs room at all. */
export function WaitingHosts({ of }: { of: WallMeasurements }): ReactNode {
  if (of.hosts.length === 0) return null;
  return (
    <table className={styles.hosts}>
      <caption>Delay caused by host</caption>
      <thead>
        <tr>
          <th scope="col">Host</th>
          <th scope="col">95 %</th>
          <th scope="col">99 %</th>
          <th scope="col">suspect</th>
        </tr>
      </thead>
      <tbody>
        {of.hosts.slice(0, 8).map((host) => (
          <tr key={host.judgehost} className={host.suspect > 0 ? styles.suspect : undefined}>
            <th scope="row">
              <HostLink name={host.judgehost} />
            </th>
            <td>{formatMicroseconds(host.p95Us)}</td>
            <td>{formatMicroseconds(host.p99Us)}</td>
            <td>{host.suspect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
