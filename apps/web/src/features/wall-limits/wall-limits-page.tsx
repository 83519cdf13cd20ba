import type { Contest, WallLimitRulesAnswer, ContestWallLimits } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { keepFocus } from '../../lib/focus-back.ts';
import { contestQuery } from '../contests/contest-queries.ts';
import { proposalsQuery } from '../jury/jury-tabs-queries.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { LimitEditor } from './limit-editor.tsx';
import { LimitHistory } from './limit-history.tsx';
import { PlacePicker } from './place-picker.tsx';
import { Proposal } from './proposal.tsx';
import { type Place, limitsQuery, namedPlace, placeOf, rulesQuery } from './wall-limit-queries.ts';
import styles from './wall-limits-page.module.css';

const route = getRouteApi('/member/jury/contests/$contest/wall-limits');

/** The wall time a program may take: what the limit cuts today, and what another limit would change. */
export function WallLimitsPage(): ReactNode {
  const { contest: contestId } = route.useParams();
  const limits = useQuery(limitsQuery(contestId));
  const rules = useQuery(rulesQuery(contestId));
  const contest = useQuery(contestQuery(contestId));
  return (
    <Page title="Wall-time limits" above={<JuryTabs contestId={contestId} />} width="wide">
      <QueryView query={contest} skeleton={<SkeletonLines count={9} height={40} />}>
        {(found) => (
          <QueryView query={rules} skeleton={<SkeletonLines count={9} height={40} />}>
            {(set) => (
              <QueryView query={limits} skeleton={<SkeletonLines count={9} height={40} />}>
                {(inForce) => <Limits contest={found} rules={set} limits={inForce} />}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

function Limits(props: {
  contest: Contest;
  rules: WallLimitRulesAnswer;
  limits: ContestWallLimits;
}): ReactNode {
  const { contest, rules, limits } = props;
  const named = namedPlace(route.useSearch());
  const navigate = route.useNavigate();
  const proposals = useQuery(proposalsQuery(contest.id)).data?.proposals ?? [];
  const open = proposals.find(({ state }) => state === 'open');
  if (limits.limits.length === 0) {
    return (
      <EmptyState title="No programs run in this contest">
        The limits appear as soon as it has a problem that is solved by a program.
      </EmptyState>
    );
  }
  const place = placeOf(named, limits.limits);
  const choose = (next: Place): void =>
    void navigate({ search: { level: next.level, id: next.id }, replace: true, resetScroll: false });

  return (
    <div className={styles.parts} ref={keepFocus}>
      {open === undefined ? null : <Proposal contest={contest} of={open} />}
      <PlacePicker contest={contest} rules={rules} limits={limits.limits} place={place} onChange={choose} />
      <LimitEditor
        key={`${place.level} ${place.id ?? ''}`}
        contestId={contest.id}
        place={place}
        named={named}
        rules={rules}
        limits={limits.limits}
      />
      <LimitHistory of={{ contestId: contest.id, rules, limits: limits.limits }} />
    </div>
  );
}
