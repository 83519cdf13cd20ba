import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { contestQuery } from '../contests/contest-queries.ts';
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
          if (problem === undefined) return <EmptyState title="There is nothing to submit to yet" />;
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
