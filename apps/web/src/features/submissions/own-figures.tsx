import type { Judging, SubmissionDetail } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { AmountBar } from '../../components/time-bar.tsx';
import { formatBytes, formatLimitMs, formatMicroseconds } from '../../lib/format.ts';
import styles from './own-figures.module.css';

/** What the slowest test took, against the limits it ran under: a jury may have changed those of the problem's page. */
export function OwnFigures(props: { detail: SubmissionDetail; limits: Judging['limits'] }): ReactNode {
  const { detail, limits } = props;
  const { maxCpuUs, maxMemoryBytes, verdict } = detail;
  if (maxCpuUs === null || maxMemoryBytes === null) return null;
  return (
    <Section title="Time and memory">
      <dl className={styles.figures}>
        <Figure
          name="CPU time, slowest test"
          value={formatMicroseconds(maxCpuUs)}
          limit={formatLimitMs(limits.cpuUs / 1000)}
        >
          {(label) => <AmountBar kind="cpu" value={maxCpuUs} limit={limits.cpuUs} label={label} />}
        </Figure>
        <Figure
          name="Memory, largest"
          value={formatBytes(maxMemoryBytes)}
          limit={formatBytes(limits.memoryBytes)}
        >
          {(label) => <AmountBar value={maxMemoryBytes} limit={limits.memoryBytes} label={label} />}
        </Figure>
      </dl>
      {verdict === 'WTL' ? (
        <p className={styles.note}>
          The program was stopped after {formatLimitMs(limits.wallUs / 1000)} of wall time, the wall-time
          limit.
        </p>
      ) : null}
    </Section>
  );
}

function Figure(props: {
  name: string;
  value: string;
  limit: string;
  children: (label: string) => ReactNode;
}): ReactNode {
  const { name, value, limit, children } = props;
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>
          <strong>{value}</strong> of {limit}
        </span>
        {children(`${name}: ${value} of ${limit}`)}
      </dd>
    </div>
  );
}
