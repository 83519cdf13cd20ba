import type { ProblemPage } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatBytes, formatLimitMs } from '../../lib/format.ts';
import styles from './limit-list.module.css';

/** What a solution may use, and how its output is compared. */
export function LimitList({ problem }: { problem: ProblemPage }): ReactNode {
  const { submitAnswer, interactive, passes } = problem.kind;
  const size = formatBytes(problem.sourceLimitBytes);
  const ofPrograms: [string, string][] = [
    ['CPU time', formatLimitMs(problem.timeLimitMs)],
    ...(problem.wallLimitMs === null
      ? []
      : [['Wall time', formatLimitMs(problem.wallLimitMs)] satisfies [string, string]]),
    ['Memory', formatBytes(problem.memoryLimitBytes)],
    ['Output', formatBytes(problem.outputLimitBytes)],
    ['Source', size],
  ];
  // Answers are handed in as they are: nothing runs.
  const limits: [string, string][] = submitAnswer ? [['All answers together', size]] : ofPrograms;
  if (passes > 1) limits.push(['Maximum runs', String(passes)]);
  if (interactive) limits.push(['Kind', 'interactive']);
  return (
    <div className={styles.box}>
      <dl className={styles.limits}>
        {limits.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {problem.validation === '' ? null : <p className={styles.validation}>{problem.validation}</p>}
    </div>
  );
}
