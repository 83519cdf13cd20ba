import type { RejudgingPreview } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { formatCount, plural } from '../../lib/format.ts';
import styles from './rank-changes.module.css';

const few = 8;

/** What applying it does to the scoreboard, team by team. */
export function RankChanges({ preview }: { preview: RejudgingPreview }): ReactNode {
  const [all, setAll] = useState(false);
  const { ranks, firstToSolve, state } = preview;
  const applied = state === 'applied';
  if (ranks.length === 0 && firstToSolve.length === 0) {
    return (
      <p className={styles.calm}>
        {state === 'judging' ? 'So far no' : 'No'} team’s rank, problems solved or penalty{' '}
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
              <td>{team.name}</td>
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

function Move({ from, to }: { from: number; to: number }): ReactNode {
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
