import type { Judging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { AmountBar, TimeBar } from '../../components/time-bar.tsx';
import { Verdict, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { formatBytes, formatMicroseconds } from '../../lib/format.ts';
import { figuresOf, hostThen, hostsOf } from './judging-figures.ts';
import styles from './judging-cards.module.css';

/** When a submission was judged more than once: all judgings side by side, one of them looked at. */
export function JudgingCards(props: {
  judgings: readonly Judging[];
  shown: Judging | null;
  onShow: (id: string) => void;
}): ReactNode {
  const { judgings, shown, onShow } = props;
  if (judgings.length < 2) return null;
  return (
    <div className={styles.cards} role="group" aria-label="Judgings">
      {judgings.map((judging) => (
        <button
          key={judging.id}
          type="button"
          className={judging.id === shown?.id ? styles.current : styles.card}
          aria-pressed={judging.id === shown?.id}
          onClick={() => onShow(judging.id)}
        >
          <span className={styles.head}>
            <Verdict verdict={judging.verdict} state={judging.state} />
            {judging.valid ? <span className={styles.counts}>counts</span> : null}
            {judging.tests.some((test) => test.suspect || test.attempts.some((one) => one.suspect)) ? (
              <span className={styles.suspect}>suspect</span>
            ) : null}
          </span>
          <span className={styles.rest}>
            <Instant at={judging.createdAt} />
            {judging.rejudgingId === null ? ' · first judging' : ''}
            {hostsOf(judging).map(({ judgehost, kernel }) => (
              <span key={hostThen(judgehost, kernel)} className={styles.host}>
                {hostThen(judgehost, kernel)}
              </span>
            ))}
          </span>
          <Strip of={judging} />
          <Bars of={judging} />
        </button>
      ))}
    </div>
  );
}

/** Every test as a sliver in the colour of its verdict. */
function Strip({ of: judging }: { of: Judging }): ReactNode {
  return (
    <span className={styles.strip} aria-hidden="true">
      {judging.tests.map((test) => (
        <span
          key={test.ordinal}
          className={test.verdict === null ? styles.open : verdictColourClass(test.verdict)}
        />
      ))}
    </span>
  );
}

function Bars({ of: judging }: { of: Judging }): ReactNode {
  const figures = figuresOf(judging);
  if (figures === null) return null;
  const { limits } = judging;
  return (
    <span className={styles.bars}>
      <span>CPU {formatMicroseconds(figures.cpuUs)}</span>
      <span>wall {formatMicroseconds(figures.wallUs)}</span>
      <TimeBar
        of="Slowest test: "
        cpuUs={figures.slowest.cpuUs}
        wallUs={figures.slowest.wallUs}
        cpuLimitUs={limits.cpuUs}
        wallLimitUs={limits.wallUs}
      />
      <span>memory {formatBytes(figures.memoryBytes)}</span>
      <span>gap {formatMicroseconds(figures.gapUs)}</span>
      <AmountBar
        value={figures.memoryBytes}
        limit={limits.memoryBytes}
        label={`Memory ${formatBytes(figures.memoryBytes)} of ${formatBytes(limits.memoryBytes)}`}
      />
    </span>
  );
}
