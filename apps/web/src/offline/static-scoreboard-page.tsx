import { TextInput } from '@mantine/core';
import type { StaticScoreboard } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { SearchIcon } from '../components/icons.tsx';
import { Instant } from '../components/instant.tsx';
import { Name } from '../components/name.tsx';
import { FreezeStrip } from '../features/scoreboard/freeze-strip.tsx';
import { Legend } from '../features/scoreboard/legend.tsx';
import { rowsMatching } from '../features/scoreboard/rows-matching.ts';
import { ScoreboardTable } from '../features/scoreboard/scoreboard-table.tsx';
import styles from './static-scoreboard-page.module.css';

/** The scoreboard of one instant: it never changes, and leads nowhere. */
export function StaticScoreboardPage({ contest, view, board }: StaticScoreboard): ReactNode {
  const [wanted, setWanted] = useState('');
  const rows = rowsMatching(board.rows, wanted);
  const jury = view === 'jury';
  const final = contest.finalizedAt !== null;
  return (
    <main className={board.frozenSince === null ? styles.page : `${styles.page} ${styles.frozen}`}>
      {jury ? (
        <p className={styles.jury}>
          <strong>The jury’s scoreboard.</strong> It shows what is not public. Do not publish this copy.
        </p>
      ) : null}
      <header className={styles.head}>
        <h1>
          <Name of={contest.name} />
        </h1>
        <TextInput
          type="search"
          aria-label="Find a team"
          placeholder="Find a team"
          leftSection={<SearchIcon size={16} />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      </header>
      <div className={styles.above}>
        <Legend withHidden={jury && board.frozenSince !== null} />
        <p className={styles.fresh}>
          {final ? 'Final results' : 'Results are not final'}; as of <Instant at={board.updatedAt} />. This
          copy does not change.
        </p>
      </div>
      <FreezeStrip since={board.frozenSince} juryView={jury} />
      {board.rows.length === 0 ? <EmptyState title="No teams" /> : null}
      {board.rows.length > 0 && rows.length === 0 ? (
        <EmptyState title={`No team matches “${wanted}”`} />
      ) : null}
      {rows.length === 0 ? null : (
        <ScoreboardTable
          contestId={board.contestId}
          problems={board.problems}
          unit={board.penaltyUnit}
          rows={rows}
          ownTeam={null}
          follow="none"
          problemLinks={false}
        />
      )}
    </main>
  );
}
