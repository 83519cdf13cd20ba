import type { Judging, TestResult } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { TimeBar } from '../../components/time-bar.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatMicroseconds } from '../../lib/format.ts';
import { hostThen } from './judging-figures.ts';
import styles from './judging-cards.module.css';

/** A run whose time was not believed is made again: every attempt side by side, one of them looked at. */
export function Attempts(props: {
  of: TestResult;
  limits: Judging['limits'];
  shown: number | null;
  onShow: (attempt: number) => void;
}): ReactNode {
  const { of: test, limits, shown, onShow } = props;
  if (test.attempts.length < 2) return null;
  const current = shown ?? test.attempts.at(-1)?.attempt;
  return (
    <div className={styles.cards} role="group" aria-label="Attempts">
      {test.attempts.map((run) => (
        <button
          key={run.attempt}
          type="button"
          className={run.attempt === current ? styles.current : styles.card}
          aria-pressed={run.attempt === current}
          onClick={() => onShow(run.attempt)}
        >
          <span className={styles.head}>
            <Verdict verdict={run.verdict} />
            {run.attempt === test.attempts.at(-1)?.attempt ? (
              <span className={styles.counts}>decides</span>
            ) : null}
            {run.suspect ? <span className={styles.suspect}>suspect</span> : null}
          </span>
          <span className={styles.rest}>
            Attempt {run.attempt} · <Instant at={run.startedAt} />
            <span className={styles.host}>
              {hostThen(run.judgehost, run.kernel)}, slot {run.slot}
            </span>
          </span>
          <span className={styles.bars}>
            <span>CPU {formatMicroseconds(run.measurement.cpuUs)}</span>
            <span>wall {formatMicroseconds(run.measurement.wallUs)}</span>
            <TimeBar
              cpuUs={run.measurement.cpuUs}
              wallUs={run.measurement.wallUs}
              cpuLimitUs={limits.cpuUs}
              wallLimitUs={limits.wallUs}
            />
          </span>
        </button>
      ))}
    </div>
  );
}
