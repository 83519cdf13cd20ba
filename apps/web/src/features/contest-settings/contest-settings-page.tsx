import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { controlQuery } from '../contest-control/control-queries.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { GeneralSection } from './general-section.tsx';
import { ProblemsSection } from './problems-section.tsx';
import { TeamsSection } from './teams-section.tsx';
import { TimesSection } from './times-section.tsx';
import styles from './contest-settings.module.css';

const route = getRouteApi('/member/contests/$contest/settings');

/** What a contest is. Each section is a form of its own: what it does not name stays as it is. */
export function ContestSettingsPage(): ReactNode {
  const { contest } = route.useParams();
  // What is written in the forms is meant for one contest.
  return <SettingsOf key={contest} contest={contest} />;
}

function SettingsOf({ contest }: { contest: string }): ReactNode {
  return (
    <Page
      title="Settings of the contest"
      above={<JuryTabs contestId={contest} />}
      actions={<Link to="/admin">Administration</Link>}
    >
      <QueryView query={useQuery(controlQuery(contest))}>
        {(control) => (
          <div className={styles.sections}>
            <GeneralSection control={control} />
            <TimesSection control={control} />
            <ProblemsSection control={control} />
            <TeamsSection control={control} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
