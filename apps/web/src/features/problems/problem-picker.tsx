import type { ContestProblem } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
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
          aria-label={`${problem.label}: ${problem.name}${said(problem.standing)}`}
          title={problem.name}
        >
          {problem.label}
          {problem.standing === 'solved' || problem.standing === 'tried' ? (
            <span className={styles[problem.standing]}>
              <VerdictIcon of={problem.standing === 'solved' ? 'accepted' : 'wrong'} size={12} />
            </span>
          ) : null}
          <span className={styles.dot} style={{ background: problem.colour }} />
        </Link>
      ))}
    </nav>
  );
}

function said(standing: ContestProblem['standing']): string {
  return standing === 'solved' || standing === 'tried' ? ` (${standing})` : '';
}
