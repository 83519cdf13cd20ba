import type { ContestSummary } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { contestTime, phaseText } from '../../features/contests/contest-time.ts';
import { formatClock } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './sand-line.module.css';

/** The contest as a line of sand under the header: hours as ticks, the freeze hatched. */
export function SandLine({ contest }: { contest: ContestSummary }): ReactNode {
  const time = contestTime(contest, useNow());
  const hours = time.durationMs / 3_600_000;
  const ticks =
    hours <= 24 ? Array.from({ length: Math.ceil(hours) - 1 }, (_, index) => (index + 1) / hours) : [];
  return (
    <div
      className={styles.line}
      role="progressbar"
      aria-label="Contest time"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(time.elapsed * 100)}
      aria-valuetext={`${phaseText(time)}, ${formatClock(time.elapsedMs)} elapsed`}
    >
      {time.freezeAt === null ? null : (
        <span className={styles.freeze} style={{ left: `${time.freezeAt * 100}%` }} />
      )}
      <span className={styles.sand} style={{ width: `${time.elapsed * 100}%` }} />
      {ticks.map((at) => (
        <span key={at} className={styles.tick} style={{ left: `${at * 100}%` }} />
      ))}
    </div>
  );
}
