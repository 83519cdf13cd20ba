import type { RejudgingPreview } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { TeamLink } from '../../components/named-links.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import styles from './rank-changes.module.css';

const few = 8;

/** What applying it does to the scoreboard, team by team. */
export function RankChanges(props: {
  contestId: string;
  preview: Pick<RejudgingPreview, 'ranks' | 'firstToSolve' | 'state'>;
}): ReactNode {
  const { contestId, preview } = props;
  const [all, setAll] = useState(false);
  const { ranks, firstToSolve, state } = preview;
  const applied = state === 'applied';
  if (ranks.length === 0 && firstToSolve.length === 0) {
    return (
      <p className={styles.quiet}>
        {state === 'judging' ? 'So far, no' : 'No'} team’s rank, solved problems or penalty{' '}
        {applied ? 'changed' : 'changes'}.
      </p>
    );
  }
  const shown = all ? ranks : ranks.slice(0, few);
  return (
    <div className={styles.box}>
      {firstToSolve.length === 0 ? null : (
        <ul className={styles.first}>
          {firstToSolve.map((change) => (
            <li key={change.label}>
              First to solve <strong>{change.label}</strong>: {change.before ?? 'nobody'} →{' '}
              <strong>{change.after ?? 'nobody'}</strong>
            </li>
          ))}
        </ul>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Team</th>
            <th scope="col" className={styles.figure}>
              Solved
            </th>
            <th scope="col" className={styles.figure}>
              Penalty
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ team, before, after }) => (
            <tr key={team.id}>
              <td className={styles.rank}>
                <Move from={before.rank} to={after.rank} />
              </td>
              <td>
                <TeamLink contest={contestId} team={team} />
              </td>
              <td className={styles.figure}>
                <Pair from={before.solved} to={after.solved} />
              </td>
              <td className={styles.figure}>
                <Pair from={before.penalty} to={after.penalty} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {ranks.length > few ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${plural(ranks.length, 'team')}`}
        </Button>
      ) : null}
    </div>
  );
}

function Move({ from, to }: { from: number | null; to: number | null }): ReactNode {
  if (from === null || to === null) return <abbr title="A guest, who takes no rank">–</abbr>;
  if (from === to) return <span>{to}</span>;
  return (
    <>
      <span className={styles.old}>{from}</span>
      <span className={to < from ? styles.up : styles.down} aria-label={to < from ? 'up to' : 'down to'}>
        {to < from ? '▲' : '▼'}
      </span>
      <strong>{to}</strong>
    </>
  );
}

function Pair({ from, to }: { from: number; to: number }): ReactNode {
  if (from === to) return formatCount(to);
  return (
    <>
      <span className={styles.old}>{formatCount(from)} →</span> <strong>{formatCount(to)}</strong>
    </>
  );
}
