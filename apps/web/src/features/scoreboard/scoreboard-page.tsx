import { Button, TextInput } from '@mantine/core';
import type { Scoreboard } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { MonitorIcon, SearchIcon } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segments } from '../../components/segments.tsx';
import { UpdatesLive } from '../../components/updates-live.tsx';
import { useFocusBack } from '../../lib/focus-back.ts';
import { isJury, useSession } from '../session/session.ts';
import { FreezeStrip } from './freeze-strip.tsx';
import { FullScreen } from './full-screen.tsx';
import { Legend } from './legend.tsx';
import { ProjectWarning } from './project-warning.tsx';
import { ScoreboardTable } from './scoreboard-table.tsx';
import { scoreboardQuery } from './scoreboard-queries.ts';
import { rowsMatching } from './rows-matching.ts';
import type { FollowLinks } from './team-row.tsx';
import styles from './scoreboard-page.module.css';

const route = getRouteApi('/contests/$contest/scoreboard');

export function ScoreboardPage(): ReactNode {
  const { contest } = route.useParams();
  const { as, full } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const [wanted, setWanted] = useState('');
  const query = useQuery(scoreboardQuery(contest, as ?? null));
  const jury = isJury(session);
  const juryView = jury && as !== 'public';
  const frozenSince = query.data?.frozenSince ?? null;
  /** That the hall may see what the public does not: asked again whenever this page is opened. */
  const [confirmed, setConfirmed] = useState(false);
  const [asked, setAsked] = useState(false);
  const opener = useFocusBack(full === 'yes');
  const show = (view: 'public' | 'jury', fullScreen: boolean): void =>
    void navigate({
      search: { as: view === 'public' && jury ? 'public' : undefined, full: fullScreen ? 'yes' : undefined },
      replace: true,
    });

  function goFullScreen(view: 'public' | 'jury'): void {
    setAsked(false);
    setConfirmed(view === 'jury' && frozenSince !== null);
    // Refused or unknown (telephones): the scoreboard has the window to itself all the same.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    show(view, true);
  }

  const board = (data: Scoreboard, search: string): ReactNode => (
    <Board
      board={data}
      wanted={search}
      ownTeam={session?.user.teamId ?? null}
      follow={jury ? 'all' : session?.user.teamId == null ? 'none' : 'own'}
    />
  );

  if (full === 'yes') {
    return (
      <FullScreen
        contestId={contest}
        frozen={frozenSince !== null}
        withHidden={juryView && frozenSince !== null}
        secret={juryView && frozenSince !== null && !confirmed}
        onSecret={() => show('public', true)}
        onLeave={() => {
          setConfirmed(false);
          show(juryView ? 'jury' : 'public', false);
        }}
      >
        <QueryView query={query}>
          {(data) => (
            <>
              <FreezeStrip since={data.frozenSince} juryView={juryView} />
              {board(data, '')}
            </>
          )}
        </QueryView>
      </FullScreen>
    );
  }

  return (
    <Page
      title="Scoreboard"
      width="wide"
      actions={
        <>
          {jury ? (
            <Segments
              aria-label="View"
              value={juryView ? 'jury' : 'public'}
              onChange={(value) => show(value, false)}
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
          <Button
            ref={opener}
            variant="default"
            className={styles.fullScreen}
            leftSection={<MonitorIcon size={16} />}
            onClick={() => {
              if (juryView && frozenSince !== null) setAsked(true);
              else goFullScreen(juryView ? 'jury' : 'public');
            }}
          >
            Full screen
          </Button>
        </>
      }
    >
      <QueryView query={query}>
        {(data) => (
          <div className={data.frozenSince === null ? styles.page : `${styles.page} ${styles.frozen}`}>
            <div className={styles.above}>
              <Legend withHidden={juryView && data.frozenSince !== null} />
              <p className={styles.fresh}>
                As of <Instant at={data.updatedAt} />; <UpdatesLive />.{' '}
                <a
                  href={`/api/contests/${encodeURIComponent(contest)}/scoreboard.zip?as=${juryView ? 'jury' : 'public'}`}
                  download
                >
                  Static copy
                </a>
              </p>
            </div>
            <FreezeStrip since={data.frozenSince} juryView={juryView} />
            {board(data, wanted)}
          </div>
        )}
      </QueryView>
      <ProjectWarning
        since={asked ? frozenSince : null}
        onClose={() => setAsked(false)}
        onChosen={goFullScreen}
      />
    </Page>
  );
}

function Board(props: {
  board: Scoreboard;
  wanted: string;
  ownTeam: string | null;
  follow: FollowLinks;
}): ReactNode {
  const { board, wanted, ownTeam, follow } = props;
  const rows = rowsMatching(board.rows, wanted);
  if (board.rows.length === 0) {
    return (
      <EmptyState title="No teams yet">Teams appear here when they are added to the contest.</EmptyState>
    );
  }
  if (rows.length === 0) return <EmptyState title={`No team matches “${wanted}”`} />;
  return (
    <ScoreboardTable
      contestId={board.contestId}
      problems={board.problems}
      unit={board.penaltyUnit}
      rows={rows}
      ownTeam={ownTeam}
      follow={follow}
    />
  );
}
