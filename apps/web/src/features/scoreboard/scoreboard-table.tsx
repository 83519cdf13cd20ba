import { VisuallyHidden } from '@mantine/core';
import type { Scoreboard, ScoreboardCell, ScoreboardRow } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, memo } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { plural } from '../../lib/format.ts';
import styles from './scoreboard-table.module.css';

export interface ScoreboardTableProps {
  contestId: string;
  problems: Scoreboard['problems'];
  rows: readonly ScoreboardRow[];
  ownTeam: string | null;
}

/** The ICPC board. Header row and team column stay in view; a cell tells its state by shape, text and colour. */
export function ScoreboardTable({ contestId, problems, rows, ownTeam }: ScoreboardTableProps): ReactNode {
  return (
    <ScrollRegion className={styles.scroll} label="Scoreboard">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.rank}>
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col" className={styles.team}>
              Team
            </th>
            <th scope="col" className={styles.solved}>
              <abbr title="Solved problems">Solved</abbr>
            </th>
            <th scope="col" className={styles.penalty}>
              <abbr title="Penalty in minutes">Time</abbr>
            </th>
            {problems.map((problem) => (
              <th key={problem.label} scope="col" className={styles.problem}>
                <Link
                  to="/contests/$contest/problems/$label"
                  params={{ contest: contestId, label: problem.label }}
                  aria-label={`${problem.label}: ${problem.name}`}
                  title={problem.name}
                  className={styles.problemLink}
                >
                  <Balloon label={problem.label} colour={problem.colour} size={28} />
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TeamRow key={row.team.id} row={row} own={row.team.id === ownTeam} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={styles.rank} />
            <th scope="row" className={styles.team}>
              Solved / tries
            </th>
            <td className={styles.solved} />
            <td className={styles.penalty} />
            {problems.map((problem) => (
              <td key={problem.label} className={styles.sum}>
                {problem.solved}/{problem.tries}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

const TeamRow = memo(function TeamRow({ row, own }: { row: ScoreboardRow; own: boolean }): ReactNode {
  const { team } = row;
  return (
    <tr className={own ? styles.own : undefined} data-team={team.id} aria-current={own ? 'true' : undefined}>
      <td className={styles.rank}>{row.rank}</td>
      <th scope="row" className={styles.team}>
        <span className={styles.teamName}>{team.name}</span>
        <span className={styles.affiliation}>
          {[team.affiliation, team.country].filter((part) => part !== null && part !== '').join(' · ')}
          {own ? <VisuallyHidden> (your team)</VisuallyHidden> : null}
        </span>
      </th>
      <td className={styles.solved}>{row.solved}</td>
      <td className={styles.penalty}>{row.penalty}</td>
      {row.cells.map((cell) => (
        <td key={cell.label} className={styles.cell}>
          <Cell cell={cell} />
        </td>
      ))}
    </tr>
  );
});

function Cell({ cell }: { cell: ScoreboardCell }): ReactNode {
  if (cell.solved) {
    return (
      <span
        className={cell.firstToSolve ? `${styles.box} ${styles.first}` : `${styles.box} ${styles.accepted}`}
      >
        <span className={styles.minute}>
          {cell.firstToSolve ? <span aria-hidden="true">★ </span> : null}
          {cell.solvedMinute}
        </span>
        <span className={styles.tries}>{cell.tries === 1 ? '+' : `+${cell.tries - 1}`}</span>
        <VisuallyHidden>
          {cell.firstToSolve ? 'First to solve, ' : 'Solved '}in minute {cell.solvedMinute} with{' '}
          {plural(cell.tries, 'try', 'tries')}
        </VisuallyHidden>
      </span>
    );
  }
  if (cell.pending > 0) {
    return (
      <span className={`${styles.box} ${styles.pending}`}>
        <span className={styles.minute}>?</span>
        <span className={styles.tries}>
          {cell.tries > 0 ? `−${cell.tries} +${cell.pending}` : `+${cell.pending}`}
        </span>
        <VisuallyHidden>{plural(cell.pending, 'try', 'tries')} pending</VisuallyHidden>
      </span>
    );
  }
  if (cell.tries > 0) {
    return (
      <span className={`${styles.box} ${styles.rejected}`}>
        <span className={styles.minute}>−{cell.tries}</span>
        <VisuallyHidden>{plural(cell.tries, 'rejected try', 'rejected tries')}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={styles.untried}>
      <span aria-hidden="true">·</span>
      <VisuallyHidden>not tried</VisuallyHidden>
    </span>
  );
}
