import { type TimeBins, placeOnAxis } from '@sandglass/domain';
import { type ReactNode, useId } from 'react';
import { formatCount, formatMicroseconds } from '../lib/format.ts';
import styles from './time-histogram.module.css';

export interface HistogramSeries {
  name: string;
  /** By bin. */
  counts: readonly number[];
  look: 'good' | 'cut' | 'other';
}

/** A line across the histogram. */
export interface HistogramMark {
  us: number;
  /** Empty: the line alone, where another one speaks for it. */
  label: string;
  look: 'now' | 'new' | 'quiet';
}

export interface TimeHistogramProps {
  title: string;
  /** In words, for those who do not see it. */
  summary: string;
  bins: TimeBins;
  series: readonly HistogramSeries[];
  marks?: readonly HistogramMark[];
  /** Height of the plot, px. */
  height?: number;
  /** Times at the axis' ticks. */
  ticks?: boolean;
}

const decades: readonly number[] = [1000, 10_000, 100_000, 1_000_000, 10_000_000];
const tickNames: Readonly<Record<number, string>> = {
  1000: '1 ms',
  10_000: '10 ms',
  100_000: '0.1 s',
  1_000_000: '1 s',
  10_000_000: '10 s',
};

/**
 * How often runs took how long. The axis is logarithmic; so are the heights, because a few runs
 * beyond the limit matter as much as thousands far below it.
 */
export function TimeHistogram(props: TimeHistogramProps): ReactNode {
  const { title, summary, bins, series, marks = [], height = 84, ticks = true } = props;
  const titleId = useId();
  return (
    <figure className={styles.figure} aria-labelledby={titleId}>
      <figcaption className={styles.title} id={titleId}>
        {title} <span>{summary}</span>
      </figcaption>
      <div className={styles.plot} style={{ height }}>
        <svg className={styles.bars} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {ticks
            ? decades.map((us) => (
                <line
                  key={us}
                  x1={placeOnAxis(us, bins) * 100}
                  x2={placeOnAxis(us, bins) * 100}
                  y1={0}
                  y2={100}
                  className={styles.grid}
                />
              ))
            : null}
          {barsOf(series, bins.count).map(({ name, look, bars }) => (
            <path key={name} d={bars} className={styles[look]} />
          ))}
        </svg>
        {marks.map((mark) => (
          <span
            key={`${mark.look} ${mark.us}`}
            className={`${styles.mark} ${styles[mark.look]}`}
            style={{ left: `${placeOnAxis(mark.us, bins) * 100}%` }}
          >
            {mark.label === '' ? null : (
              <span className={isCrowded(mark, marks, bins) ? styles.before : styles.after}>
                {mark.label}
              </span>
            )}
          </span>
        ))}
      </div>
      {ticks ? (
        <div className={styles.axis} aria-hidden="true">
          {decades.map((us) => (
            <span key={us} style={{ left: `${placeOnAxis(us, bins) * 100}%` }}>
              {tickNames[us]}
            </span>
          ))}
        </div>
      ) : null}
    </figure>
  );
}

/**
 * By series, its part of every bar as one path in a square of 100 × 100: as a few hundred rectangles of their own they
 * took as long to lay out as the rest of the page.
 */
function barsOf(
  series: readonly HistogramSeries[],
  count: number,
): (Pick<HistogramSeries, 'name' | 'look'> & { bars: string })[] {
  const total = Array.from({ length: count }, (_, bin) =>
    series.reduce((sum, one) => sum + (one.counts[bin] ?? 0), 0),
  );
  const most = Math.max(1, ...total);
  const tall = (runs: number): number => (runs === 0 ? 0 : 3 + (Math.log1p(runs) / Math.log1p(most)) * 97);
  const width = 100 / count;
  const tops = total.map(() => 100);
  return series.map(({ name, look, counts }) => ({
    name,
    look,
    bars: total
      .map((all, bin) => {
        const part = all === 0 ? 0 : (tall(all) * (counts[bin] ?? 0)) / all;
        if (part === 0) return '';
        const top = (tops[bin] ?? 100) - part;
        tops[bin] = top;
        const [left, right] = [(bin + 0.08) * width, (bin + 0.92) * width];
        return `M${round(left)} ${round(top)}H${round(right)}V${round(top + part)}H${round(left)}Z`;
      })
      .join(''),
  }));
}

/** To a thousandth: more is not to be seen. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** "half below 3 ms, 99 % below 1.2 s, longest 4 s". */
export function quantilesText(of: { p50Us: number; p99Us: number; maxUs: number }, runs: number): string {
  if (runs === 0) return 'no runs yet';
  return `half below ${formatMicroseconds(of.p50Us)}, 99 % below ${formatMicroseconds(of.p99Us)}, longest ${formatMicroseconds(of.maxUs)}; ${formatCount(runs)} runs`;
}

/** A label is right of its line, unless another line or the end of the plot is near. */
function isCrowded(mark: HistogramMark, marks: readonly HistogramMark[], bins: TimeBins): boolean {
  const place = placeOnAxis(mark.us, bins);
  const next = marks.map(({ us }) => placeOnAxis(us, bins)).filter((other) => other > place);
  return place > 0.88 || Math.min(1, ...next) - place < 0.16;
}
