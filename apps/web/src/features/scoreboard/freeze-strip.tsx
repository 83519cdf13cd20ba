import type { ReactNode } from 'react';
import { SnowIcon } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import styles from './freeze-strip.module.css';

/** That the public scoreboard is frozen, and what that means for the one below. @param since null: it is not */
export function FreezeStrip({ since, juryView }: { since: string | null; juryView: boolean }): ReactNode {
  if (since === null) return null;
  const time = <Instant at={since} precision="minutes" />;
  return (
    <div className={juryView ? `${styles.strip} ${styles.secret}` : styles.strip} role="status">
      <SnowIcon size={16} />
      {juryView ? (
        <span>
          <strong>Public scoreboard frozen since {time}.</strong> Only the jury sees the hatched cells.
        </span>
      ) : (
        <span>
          <strong>Frozen since {time}.</strong> Later tries are pending until the organisers reveal the
          results.
        </span>
      )}
    </div>
  );
}
