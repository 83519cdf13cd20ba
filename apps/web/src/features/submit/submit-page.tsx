import { Select } from '@mantine/core';
import type { Contest } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Instant } from '../../components/instant.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useNow } from '../../lib/use-now.ts';
import { contestQuery } from '../contests/contest-queries.ts';
import { contestTime } from '../contests/contest-time.ts';
import { SubmitPanel } from './submit-panel.tsx';

const route = getRouteApi('/member/contests/$contest/submit');

/** Submitting without a statement beside it: for those who have it on paper. */
export function SubmitPage(): ReactNode {
  const { contest: contestId } = route.useParams();
  const { problem: label } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(contestQuery(contestId));
  return (
    <Page title="Submit" width="reading">
      <QueryView query={query}>
        {(contest) => {
          const problem = contest.problems.find((one) => one.label === label) ?? contest.problems[0];
          if (problem === undefined) {
            return contest.phase === 'before' ? (
              <EmptyState title="The contest has not started">
                <OpensAt contest={contest} />
              </EmptyState>
            ) : (
              <EmptyState title="No problems">This contest has no problems yet.</EmptyState>
            );
          }
          return (
            <Section title="Your solution">
              <Select
                label="Problem"
                mb="md"
                allowDeselect={false}
                data={contest.problems.map((one) => ({
                  value: one.label,
                  label: `${one.label}: ${one.name}`,
                }))}
                value={problem.label}
                onChange={(value) =>
                  void navigate({ search: { problem: value ?? undefined }, replace: true })
                }
              />
              <SubmitPanel contestId={contestId} contest={contest} problem={problem} roomy />
            </Section>
          );
        }}
      </QueryView>
    </Page>
  );
}

function OpensAt({ contest }: { contest: Contest }): ReactNode {
  const { span } = contestTime(contest, useNow());
  if (span === null) return 'The start is delayed; its new time is not set.';
  return (
    <>
      Submissions open at <Instant at={span.startsAt} precision="minutes" />.
    </>
  );
}
