import type { ReactNode } from 'react';
import type { CellFace } from './cell-face.ts';
import { Signs } from './team-row.tsx';
import styles from './legend.module.css';
import table from './scoreboard-table.module.css';

type Entry = Omit<CellFace, 'words'> & { readonly meaning: string; readonly hidden?: boolean };

const entries: readonly Entry[] = [
  { look: 'first', large: '12', small: '1 try', meaning: 'first to solve' },
  { look: 'solved', large: '73', small: '2 tries', meaning: 'solved in minute 73' },
  { look: 'rejected', large: null, small: '2 tries', meaning: 'not solved' },
  { look: 'pending', large: '2 + 1 ?', small: null, meaning: '2 tries judged, 1 pending' },
];
const hidden: Entry = { look: 'empty', large: null, small: null, meaning: 'not public', hidden: true };

/** What the signs of the scoreboard mean, by an example of each. */
export function Legend({ withHidden }: { withHidden: boolean }): ReactNode {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {[...entries, ...(withHidden ? [hidden] : [])].map(({ meaning, ...face }) => (
        <li key={meaning}>
          <span
            className={`${table.box} ${table[face.look]} ${styles.sample} ${face.hidden === true ? table.hidden : ''}`}
            aria-hidden="true"
          >
            <Signs of={{ ...face, words: meaning }} />
          </span>
          {meaning}
        </li>
      ))}
    </ul>
  );
}
