import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ContestState } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { controlQuery } from '../contest-control/control-queries.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { GeneralSection } from './general-section.tsx';
import { RulesSection } from './rules-section.tsx';
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
          <>
            <Refused state={control.state} />
            <div className={styles.sections}>
              <GeneralSection control={control} />
              <TimesSection control={control} />
              <RulesSection control={control} />
              <ProblemsSection control={control} />
              <TeamsSection control={control} />
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Why nothing can be saved now. */
function Refused({ state }: { state: ContestState }): ReactNode {
  const control = (
    <Link to="/contests/$contest/control" params={{ contest: state.id }}>
      Contest
    </Link>
  );
  const why =
    state.archivedAt !== null ? (
      <>
        The contest is archived and cannot be changed. Restore it in the list of{' '}
        <Link to="/admin/contests" search={{ search: state.id }}>
          contests
        </Link>
        .
      </>
    ) : state.lockedAt !== null ? (
      <>The contest is locked. Unlock it on its page {control}.</>
    ) : state.finalizedAt !== null ? (
      <>
        Results are final: who sees the contest may change, and nothing else. Reopen them on its page{' '}
        {control}.
      </>
    ) : null;
  if (why === null) return null;
  return (
    <div className={styles.refused}>
      <Notice kind="info">{why}</Notice>
    </div>
  );
}
