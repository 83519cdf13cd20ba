import type { ScoreboardCell, ScoreboardRow } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { Name } from '../../components/name.tsx';
import { PlainLink } from '../../components/plain-link.tsx';
import { stringifySearch } from '../../lib/search-text.ts';
import { type CellFace, cellFace } from './cell-face.ts';
import styles from './scoreboard-table.module.css';

/** Whose submissions the viewer may list: those of all teams, one's own, or none. */
export type FollowLinks = 'all' | 'own' | 'none';

/** Plain elements, as few as possible: hundreds of cells are made when the page is opened or scrolled. */
export const TeamRow = memo(function TeamRow(props: {
  row: ScoreboardRow;
  index: number;
  own: boolean;
  contestId: string;
  link: FollowLinks;
}): ReactNode {
  const { row, index, own, contestId, link } = props;
  const { team, rank, solved, penalty, cells } = row;
  /** The list of submissions with its filters as it knows them; a team's own has no filter by team. */
  const submissions = (problem?: string): string | null =>
    link === 'none'
      ? null
      : `/contests/${encodeURIComponent(contestId)}/submissions${stringifySearch({ team: link === 'all' ? team.id : undefined, problem })}`;
  const affiliation = team.affiliation ?? '';
  const country = team.country ?? '';
  const address = submissions();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={own ? styles.own : styles.row}
      data-team={team.id}
      aria-current={own ? 'true' : undefined}
    >
      <div role="cell" className={styles.rank}>
        {rank ?? <abbr title="A guest, who takes no rank">–</abbr>}
      </div>
      <div role="rowheader" className={styles.team}>
        {address === null ? (
          <span className={styles.name}>
            <Name className={styles.clamped} of={team.name} />
          </span>
        ) : (
          <PlainLink href={address} className={styles.name} data-row-link>
            <Name className={styles.clamped} of={team.name} />
          </PlainLink>
        )}
        <span
          className={styles.affiliation}
          title={[affiliation, country].filter((word) => word !== '').join(' · ')}
        >
          {affiliation === '' ? null : <Name className={styles.clamped} of={affiliation} />}
          {country === '' ? null : (
            <span className={styles.country}>{affiliation === '' ? country : ` · ${country}`}</span>
          )}
        </span>
      </div>
      <div role="cell" className={styles.count}>
        {solved}
      </div>
      <div role="cell" className={styles.penalty}>
        {penalty}
      </div>
      <div className={styles.cells} role="presentation">
        {cells.map((cell) => (
          <div key={cell.label} role="cell" className={styles.cell} data-label={cell.label}>
            <Cell cell={cell} address={submissions(cell.label)} />
          </div>
        ))}
      </div>
    </div>
  );
});

function Cell({ cell, address }: { cell: ScoreboardCell; address: string | null }): ReactNode {
  const face = cellFace(cell);
  if (face === null) return null;
  const words = `${cell.label}: ${face.words}`;
  const look = `${styles.box} ${styles[face.look]} ${cell.hidden === true ? styles.hidden : ''}`;
  return address === null ? (
    <span className={look} role="img" aria-label={words} title={face.words}>
      <Signs of={face} />
    </span>
  ) : (
    // Its name is read, and the signs are not: together they say everything twice.
    <PlainLink href={address} className={look} title={face.words}>
      <span className={styles.words}>{words}</span>
      <span className={styles.signs} aria-hidden="true">
        <Signs of={face} />
      </span>
    </PlainLink>
  );
}

/** What a cell shows; the legend shows the same. */
export function Signs({ of: { look, large, small } }: { of: CellFace }): ReactNode {
  return (
    <>
      {large === null ? null : (
        <b className={styles.large}>
          {look === 'first' ? <span className={styles.star}>★</span> : null}
          {large}
        </b>
      )}
      {small === null ? null : <span className={styles.small}>{small}</span>}
    </>
  );
}
