import type { ContestProblem } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { formatBytes, formatLimitMs } from '../../lib/format.ts';
import { Standing } from './standing.tsx';
import styles from './problem-list.module.css';

/** One line per problem, big enough for a thumb: balloon, name, limits, and how the team stands. */
export function ProblemList(props: {
  contestId: string;
  problems: readonly ContestProblem[];
  /** Show the asking team's standing; the jury has none. */
  standings: boolean;
}): ReactNode {
  return (
    <ul className={styles.list} aria-label="Problems">
      {props.problems.map((problem) => (
        <li key={problem.label}>
          <Link
            to="/contests/$contest/problems/$label"
            params={{ contest: props.contestId, label: problem.label }}
            className={styles.problem}
            data-row-link
          >
            <Balloon label={problem.label} colour={problem.colour} size={38} />
            <span className={styles.words}>
              <span className={styles.name}>{problem.name}</span>
              <span className={styles.limits}>
                {formatLimitMs(problem.timeLimitMs)} · {formatBytes(problem.memoryLimitBytes)}
              </span>
            </span>
            {props.standings ? <Standing of={problem.standing} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
