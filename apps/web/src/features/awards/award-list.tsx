import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import styles from './awards.module.css';

export interface ListedAward {
  readonly id: string;
  readonly citation: string;
  /** Names. */
  readonly teams: readonly string[];
  /** Beside it. */
  readonly action?: ReactNode;
}

/** Awards with their teams, one below the other. */
export function AwardList({ awards }: { awards: readonly ListedAward[] }): ReactNode {
  return (
    <ul className={styles.awards}>
      {awards.map(({ id, citation, teams, action }) => (
        <li key={id}>
          <span className={`${styles.medal} ${styles[id] ?? ''}`} aria-hidden />
          <div className={styles.words}>
            <strong>{citation}</strong>
            {teams.length === 0 ? (
              <span className={styles.nobody}>nobody</span>
            ) : (
              <ul className={styles.teams}>
                {teams.map((team) => (
                  <li key={team}>
                    <Name of={team} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}
