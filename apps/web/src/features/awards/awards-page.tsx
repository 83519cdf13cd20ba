import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { scoreboardQuery } from '../scoreboard/scoreboard-queries.ts';
import { isJury, mayChange, useSession } from '../session/session.ts';
import { AwardList } from './award-list.tsx';
import { awardsQuery, awardSheetQuery } from './award-queries.ts';
import { JuryAwards } from './jury-awards.tsx';
import { ResultFiles } from './result-files.tsx';

const route = getRouteApi('/contests/$contest/awards');

/** Who has won what: for the jury from the start on, for everybody once results are final and not frozen. */
export function AwardsPage(): ReactNode {
  const { contest } = route.useParams();
  const session = useSession();
  return mayChange(session) ? (
    <Page title="Awards" above={<JuryTabs contestId={contest} />}>
      <JurySheet key={contest} contest={contest} />
    </Page>
  ) : (
    <Page
      title="Awards"
      width="reading"
      // An analyst reads them from the start on, and changes none.
      {...(isJury(session) ? { above: <JuryTabs contestId={contest} /> } : {})}
    >
      <PublicAwards contest={contest} />
    </Page>
  );
}

function JurySheet({ contest }: { contest: string }): ReactNode {
  const query = useQuery(awardSheetQuery(contest));
  return <QueryView query={query}>{(sheet) => <JuryAwards contest={contest} sheet={sheet} />}</QueryView>;
}

function PublicAwards({ contest }: { contest: string }): ReactNode {
  const query = useQuery(awardsQuery(contest));
  const board = useQuery(scoreboardQuery(contest, null)).data;
  const names = new Map(board?.rows.map(({ team }) => [team.id, team.name]));
  return (
    <QueryView query={query}>
      {(all) => {
        const awards = all.filter(({ team_ids: teams }) => teams.length > 0);
        return awards.length === 0 ? (
          <EmptyState title="No awards yet">They are here once the results are final.</EmptyState>
        ) : (
          <>
            <Section title="Awards">
              <AwardList
                awards={awards.map(({ id, citation, team_ids: teams }) => ({
                  id,
                  citation,
                  teams: teams.map((team) => names.get(team) ?? team),
                }))}
              />
            </Section>
            <ResultFiles contest={contest} jury={false} />
          </>
        );
      }}
    </QueryView>
  );
}
