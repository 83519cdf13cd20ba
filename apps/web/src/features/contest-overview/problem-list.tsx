import type { ContestProblem, ScoreboardSummary } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { formatBytes, formatLimitMs, plural } from '../../lib/format.ts';
import { Standing } from '../contests/standing.tsx';
import styles from './problem-list.module.css';

/** One line per problem, big enough for a thumb: balloon, name, limits, and the team's result. */
export function ProblemList(props: {
  contestId: string;
  problems: readonly ContestProblem[];
  /** Show the asking team's standing; the jury has none. */
  standings: boolean;
  /** How many have solved each, as far as the scoreboard shows; none before it is known. */
  tallies: ScoreboardSummary['problems'];
}): ReactNode {
  return (
    <ul
      className={props.standings ? `${styles.list} ${styles.withStandings}` : styles.list}
      aria-label="Problems"
    >
      {props.problems.map((problem) => (
        <li key={problem.label}>
          <Link
            to="/contests/$contest/problems/$label"
            params={{ contest: props.contestId, label: problem.label }}
            className={styles.problem}
            data-row-link
          >
            <Balloon label={problem.label} colour={problem.colour} size={38} />
            <span className={styles.name} dir="auto">
              {problem.name}
            </span>
            <span className={styles.limits}>
              {formatLimitMs(problem.timeLimitMs)} · {formatBytes(problem.memoryLimitBytes)}
            </span>
            <Tally of={props.tallies.find(({ label }) => label === problem.label)} />
            {props.standings ? (
              <span className={styles.standing}>
                <Standing of={problem.standing} />
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Tally({ of }: { of: ScoreboardSummary['problems'][number] | undefined }): ReactNode {
  if (of === undefined) return null;
  if (of.tries === 0) return <span className={styles.tally}>no tries yet</span>;
  return (
    <span className={styles.tally}>
      <b>{of.solved === 0 ? 'not solved yet' : `${plural(of.solved, 'team')} solved`}</b>
      <span className={styles.comma}>, </span>
      <span>{plural(of.tries, 'try', 'tries')}</span>
    </span>
  );
}
