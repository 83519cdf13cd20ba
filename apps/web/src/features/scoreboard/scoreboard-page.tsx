import { TextInput } from '@mantine/core';
import type { Scoreboard } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchIcon, SnowIcon } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segments } from '../../components/segments.tsx';
import { isJury, useSession } from '../session/session.ts';
import { ScoreboardTable } from './scoreboard-table.tsx';
import { scoreboardQuery } from './scoreboard-queries.ts';
import styles from './scoreboard-page.module.css';

const route = getRouteApi('/contests/$contest/scoreboard');

export function ScoreboardPage(): ReactNode {
  const { contest } = route.useParams();
  const { as } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const [wanted, setWanted] = useState('');
  const query = useQuery(scoreboardQuery(contest, as ?? null));

  return (
    <Page
      title="Scoreboard"
      width="wide"
      actions={
        <>
          {isJury(session) ? (
            <Segments
              aria-label="Whose view"
              value={as ?? 'jury'}
              onChange={(value) =>
                void navigate({ search: value === 'public' ? { as: 'public' } : {}, replace: true })
              }
              data={[
                { value: 'jury', label: 'Jury’s view' },
                { value: 'public', label: 'Public view' },
              ]}
            />
          ) : null}
          <TextInput
            type="search"
            aria-label="Find a team"
            placeholder="Find a team"
            leftSection={<SearchIcon size={16} />}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            data-search
          />
        </>
      }
    >
      <QueryView query={query}>
        {(board) => (
          <>
            {board.frozen ? <FrozenBanner /> : null}
            <Board board={board} wanted={wanted} ownTeam={session?.user.teamId ?? null} />
            <p className={styles.fresh}>
              As of <Instant at={board.updatedAt} />; it renews itself.
            </p>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function FrozenBanner(): ReactNode {
  return (
    <div className={styles.frozen} role="status">
      <SnowIcon />
      <span>
        <strong>Frozen.</strong> Results of the last part of the contest stay hidden until the organisers
        reveal them; tries made since then show as pending.
      </span>
    </div>
  );
}

function Board(props: { board: Scoreboard; wanted: string; ownTeam: string | null }): ReactNode {
  const { board, wanted, ownTeam } = props;
  const needle = wanted.trim().toLowerCase();
  const rows =
    needle === ''
      ? board.rows
      : board.rows.filter(({ team }) =>
          [team.name, team.affiliation ?? '', team.country ?? ''].some((text) =>
            text.toLowerCase().includes(needle),
          ),
        );
  if (board.rows.length === 0) {
    return (
      <EmptyState title="No teams yet">The board fills when teams are entered into the contest.</EmptyState>
    );
  }
  if (rows.length === 0) return <EmptyState title={`No team matches “${wanted}”`} />;
  return (
    <ScoreboardTable problems={board.problems} rows={rows} ownTeam={ownTeam} contestId={board.contestId} />
  );
}
