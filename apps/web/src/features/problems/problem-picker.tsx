import type { ContestProblem } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './problem-picker.module.css';

/** The letters of all problems, to go from one to the next. */
export function ProblemPicker(props: {
  contestId: string;
  problems: readonly ContestProblem[];
  current: string;
}): ReactNode {
  return (
    <nav aria-label="Problems" className={styles.letters}>
      {props.problems.map((problem) => (
        <Link
          key={problem.label}
          to="/contests/$contest/problems/$label"
          params={{ contest: props.contestId, label: problem.label }}
          className={problem.label === props.current ? styles.current : styles.letter}
          aria-current={problem.label === props.current ? 'page' : undefined}
          aria-label={`${problem.label}: ${problem.name}`}
        >
          {problem.label}
          <span className={styles.dot} style={{ background: problem.colour }} />
        </Link>
      ))}
    </nav>
  );
}
