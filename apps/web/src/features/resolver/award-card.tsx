import type { ResolverData, ScoreboardRow } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { plural } from '../../lib/format.ts';
import { TeamPicture } from './team-picture.tsx';
import styles from './award-card.module.css';

/** All awards of a team, over the whole stage. */
export function AwardCard(props: {
  row: ScoreboardRow;
  logo: string | null;
  photo: string | null;
  citations: readonly string[];
  penaltyUnit: ResolverData['penaltyUnit'];
  rehearsal: boolean;
}): ReactNode {
  const { row, logo, photo, citations, penaltyUnit, rehearsal } = props;
  const { team, rank, solved, penalty } = row;
  return (
    <section className={photo === null ? styles.card : `${styles.card} ${styles.withPhoto}`} role="status">
      {rehearsal ? <strong className={styles.rehearsal}>Rehearsal: made-up results</strong> : null}
      {photo === null ? null : <img className={styles.photo} src={photo} alt="" />}
      <div className={styles.words}>
        <ul className={styles.citations} data-many={citations.length > 3}>
          {citations.map((citation) => (
            <li key={citation}>{citation}</li>
          ))}
        </ul>
        <div className={styles.team}>
          <TeamPicture address={logo} name={team.affiliation ?? team.name} className={styles.logo} />
          <div className={styles.names}>
            <Name of={team.name} className={styles.name} />
            {team.affiliation === null ? null : <Name of={team.affiliation} className={styles.affiliation} />}
          </div>
        </div>
        <p className={styles.facts}>
          {rank === null ? '' : `Rank ${String(rank)} · `}
          {plural(solved, 'problem')} · {penalty} {penaltyUnit}
        </p>
      </div>
    </section>
  );
}
