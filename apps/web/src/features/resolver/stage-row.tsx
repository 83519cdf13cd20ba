import type { ScoreboardCell } from '@sandglass/contracts';
import { type CSSProperties, type ReactNode, memo } from 'react';
import { Name } from '../../components/name.tsx';
import { type CellFace, cellFace } from '../scoreboard/cell-face.ts';
import type { ShownRow } from './shown-board.ts';
import { TeamPicture } from './team-picture.tsx';
import styles from './resolver-stage.module.css';

/** A team on the stage. It moves to where its row is: its place is a transform that changes smoothly. */
export const StageRow = memo(function StageRow(props: {
  shown: ShownRow;
  index: number;
  logo: string | null;
  /** The problem is marked, and its result not shown yet. */
  marked: boolean;
  /** Beside the window: it is seen only while it moves. */
  away: boolean;
}): ReactNode {
  const { shown, index, logo, marked, away } = props;
  const { row, settled, selected, problem } = shown;
  const { team, rank, solved, penalty, cells } = row;
  const look = [
    styles.row,
    settled ? styles.settled : '',
    selected ? styles.selected : '',
    away ? styles.away : '',
  ].join(' ');
  return (
    <li className={look} style={{ '--index': index } as CSSProperties} data-team={team.id}>
      <span className={styles.rank}>{rank ?? '–'}</span>
      <span className={styles.team}>
        <TeamPicture address={logo} name={team.affiliation ?? team.name} className={styles.logo} />
        <span className={styles.words}>
          <Name className={styles.name} of={team.name} />
          {team.affiliation === null ? null : <Name className={styles.affiliation} of={team.affiliation} />}
        </span>
      </span>
      {cells.map((cell, at) => (
        <StageCell key={cell.label} cell={cell} marked={at === problem && marked} fresh={at === problem} />
      ))}
      <span className={styles.solvedCount}>{solved}</span>
      <span className={styles.penalty}>{penalty}</span>
    </li>
  );
});

function StageCell(props: { cell: ScoreboardCell; marked: boolean; fresh: boolean }): ReactNode {
  const { cell, marked, fresh } = props;
  const face = cellFace(cell);
  const look = [
    styles.cell,
    face === null ? '' : styles[face.look],
    marked ? styles.marked : fresh ? styles.fresh : '',
  ].join(' ');
  if (face === null) return <span className={look} />;
  return (
    <span className={look} role="img" aria-label={`${cell.label}: ${face.words}`}>
      <b>
        {face.look === 'first' ? <span className={styles.star}>★</span> : null}
        {signOf(cell, face)}
      </b>
      {cell.tries > 0 && face.look !== 'rejected' ? (
        <small>{face.look === 'pending' ? `–${String(cell.tries)}` : cell.tries}</small>
      ) : null}
    </span>
  );
}

/** Short enough for a narrow cell: what is pending in the first line, rejected tries below it. */
function signOf({ tries, pending }: ScoreboardCell, { look, large }: CellFace): string | null {
  if (look === 'rejected') return `–${String(tries)}`;
  return look === 'pending' ? `${String(pending)}\u00a0?` : large;
}
