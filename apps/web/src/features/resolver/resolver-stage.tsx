import type { ResolverData } from '@sandglass/contracts';
import type { ResolverScript } from '@sandglass/domain';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { Name } from '../../components/name.tsx';
import { AwardCard } from './award-card.tsx';
import type { ShownPlace } from './projector-channel.ts';
import { shownBoard } from './shown-board.ts';
import { StageRow } from './stage-row.tsx';
import styles from './resolver-stage.module.css';

/** So many rows are on the stage: as few as let the last row of a hall read them. */
const rowsInSight = 11;
/** The selected row is this far from the top, in rows: most of what happens is above it. */
const rowOfFocus = 7;
/** Rows that are drawn around those in sight, for what moves in. */
const around = 4;

/** What the hall sees: the scoreboard around the selected row, and cards of awards over it. */
export function ResolverStage(props: {
  data: ResolverData;
  script: ResolverScript;
  place: ShownPlace;
}): ReactNode {
  const { data, script, place } = props;
  const { position, phase, speed, blank } = place;
  const board = useMemo(() => shownBoard(data, script, { position, phase }), [data, script, position, phase]);
  const { rows, step, focus } = board;
  const first = Math.max(0, Math.min(rows.length - rowsInSight, focus - rowOfFocus));
  const inSight = (index: number, more: number): boolean =>
    index >= first - more && index < first + rowsInSight + more;
  const style = {
    '--problems': Math.max(1, data.problems.length),
    '--rows': rowsInSight,
    '--motion': `${String(Math.round(1000 / speed))}ms`,
  } as CSSProperties;
  const award = step?.kind === 'award' ? step : null;
  const winner = award === null ? undefined : rows[award.row];

  return (
    <div className={styles.stage} style={style} data-phase={phase}>
      <div className={styles.board} aria-hidden={award !== null || blank}>
        <div className={styles.title}>
          <Name className={styles.contest} of={data.contest.name} />
          {data.rehearsal === null ? null : <strong className={styles.rehearsal}>Rehearsal</strong>}
        </div>
        <div className={styles.head} aria-hidden>
          <span />
          <span />
          {data.problems.map(({ label, colour }) => (
            <span key={label} className={styles.problem}>
              <Balloon label={label} colour={colour} size={30} />
            </span>
          ))}
          <span className={styles.headWord}>Solved</span>
          <span className={styles.headWord}>Time</span>
        </div>
        <div className={styles.window}>
          <ol className={styles.rows} style={{ '--first': first } as CSSProperties}>
            {rows.map((shown, index) =>
              inSight(index, around) || shown.problem !== null ? (
                <StageRow
                  key={shown.row.team.id}
                  shown={shown}
                  index={index}
                  logo={data.teams[shown.team]?.logo ?? null}
                  marked={phase === 'marked'}
                  away={!inSight(index, 0)}
                />
              ) : null,
            )}
          </ol>
        </div>
      </div>
      {award === null || winner === undefined ? null : (
        <AwardCard
          key={position}
          row={winner.row}
          logo={data.teams[award.team]?.logo ?? null}
          photo={data.teams[award.team]?.photo ?? null}
          citations={award.citations}
          penaltyUnit={data.penaltyUnit}
          rehearsal={data.rehearsal !== null}
        />
      )}
      {blank ? (
        <div className={styles.blank}>
          <Name className={styles.contest} of={data.contest.name} />
        </div>
      ) : null}
    </div>
  );
}
