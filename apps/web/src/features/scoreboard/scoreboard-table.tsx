import type { Scoreboard, ScoreboardRow } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { plural } from '../../lib/format.ts';
import { useRowWindow } from '../../lib/use-row-window.ts';
import { drawnParts } from './drawn-parts.ts';
import { type FollowLinks, TeamRow } from './team-row.tsx';
import { besideEachOther, useRowLayout } from './use-row-layout.ts';
import styles from './scoreboard-table.module.css';

export interface ScoreboardTableProps {
  contestId: string;
  problems: Scoreboard['problems'];
  /** Of penalties. */
  unit: Scoreboard['penaltyUnit'];
  rows: readonly ScoreboardRow[];
  ownTeam: string | null;
  follow: FollowLinks;
  /** False: problems are no links, where there is no page of theirs. */
  problemLinks?: boolean;
}

/**
 * The ICPC scoreboard: a line a team. The page scrolls; the head and one's own team stay in sight. Grids instead of a
 * table: a table of hundreds of teams takes a browser longer to lay out, and cannot fold on a phone. Only rows near
 * the window are drawn.
 */
export function ScoreboardTable(props: ScoreboardTableProps): ReactNode {
  const { contestId, problems, unit, rows, ownTeam, follow, problemLinks = true } = props;
  const room = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { stacked, rowPx } = useRowLayout(room, problems.length);
  const window = useRowWindow(body, rows.length, rowPx);
  const own = ownTeam === null ? -1 : rows.findIndex(({ team }) => team.id === ownTeam);
  const style = {
    '--problems': Math.max(1, problems.length),
    '--beside': besideEachOther(problems.length),
    '--row': `${rowPx}px`,
  } as CSSProperties;

  return (
    <div ref={room} data-live>
      <div className={stacked ? `${styles.frame} ${styles.stacked}` : styles.frame} style={style}>
        <div className={styles.board} role="table" aria-label="Scoreboard" aria-rowcount={rows.length + 1}>
          <div className={styles.head} role="rowgroup">
            <HeadRow contestId={contestId} problems={problems} unit={unit} links={problemLinks} />
          </div>
          <div className={styles.body} role="rowgroup" ref={body}>
            {drawnParts(window, rows.length, own).map((part) => {
              if (!('row' in part))
                return <div key={part.name} aria-hidden="true" style={{ height: part.space * rowPx }} />;
              const row = rows[part.row];
              return row === undefined ? null : (
                <TeamRow
                  key={row.team.id}
                  row={row}
                  index={part.row}
                  own={part.row === own}
                  contestId={contestId}
                  link={follow === 'all' || (follow === 'own' && part.row === own) ? follow : 'none'}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

function HeadRow({
  contestId,
  problems,
  unit,
  links,
}: Pick<ScoreboardTableProps, 'contestId' | 'problems' | 'unit'> & { links: boolean }): ReactNode {
  return (
    <div className={styles.headRow} role="row" aria-rowindex={1}>
      <div role="columnheader" className={styles.rank}>
        <abbr title="Rank">#</abbr>
      </div>
      <div role="columnheader" className={styles.headTeam}>
        Team
      </div>
      <div role="columnheader" className={styles.count} title="Solved problems">
        Solved
      </div>
      <div role="columnheader" className={styles.penalty} title={`Penalty in ${unit}`}>
        Time
      </div>
      <div className={styles.cells} role="presentation">
        {problems.map(({ label, name, colour, solved, tries }) => (
          <div
            key={label}
            role="columnheader"
            className={styles.problem}
            title={`${name}: ${plural(solved, 'team')} solved, ${plural(tries, 'try', 'tries')}`}
          >
            {links ? (
              <Link
                to="/contests/$contest/problems/$label"
                params={{ contest: contestId, label }}
                aria-label={`${label}: ${name}`}
                className={styles.problemLink}
              >
                <Balloon label={label} colour={colour} size={24} />
              </Link>
            ) : (
              <span className={styles.problemLink} role="img" aria-label={`${label}: ${name}`}>
                <Balloon label={label} colour={colour} size={24} />
              </span>
            )}
            <span className={styles.counts}>
              {solved}/{tries}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
