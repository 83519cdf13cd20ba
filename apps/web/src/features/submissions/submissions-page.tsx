import { Button } from '@mantine/core';
import { readSubmissionSearch, type SubmissionFilters } from '@sandglass/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useRouter } from '@tanstack/react-router';
import { type ReactNode, memo, useCallback, useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { ShowOlder } from '../../components/show-older.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { submissionHref } from '../../lib/hrefs.ts';
import { contestQuery } from '../contests/contest-queries.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { isJury, mayChange, useSession } from '../session/session.ts';
import { useSubmitRefusal } from '../submit/submit-refusal.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SubmissionFilterBar } from '../submission-filter/submission-filter-bar.tsx';
import { tidyFilters } from '../submission-filter/tidy-filters.ts';
import { submissionsQuery } from './submission-queries.ts';
import { SubmissionTable } from './submission-table.tsx';
import { useSelection } from './use-selection.ts';

const route = getRouteApi('/member/contests/$contest/submissions');

/** A team's own submissions; for the jury everybody's. The filters are the address. */
export function SubmissionsPage(): ReactNode {
  const { contest: contestId } = route.useParams();
  const search = route.useSearch();
  const filters = useMemo(() => tidyFilters(search), [search]);
  const navigate = route.useNavigate();
  const changeFilters = useCallback(
    (next: SubmissionFilters) => void navigate({ search: next, replace: true }),
    [navigate],
  );
  const session = useSession();
  const jury = isJury(session);
  const decides = mayChange(session);
  const contest = useQuery(contestQuery(contestId)).data ?? null;
  const refusal = useSubmitRefusal(contest);
  const query = useInfiniteQuery(submissionsQuery(contestId, filters));
  const submissions = useMemo(() => query.data?.pages.flatMap((page) => page.submissions), [query.data]);
  const selection = useSelection(submissions);
  const client = useQueryClient();
  const { history } = useRouter();
  /** A number that is typed out leads to its submission. */
  const openSearched = useCallback(
    (text: string) => {
      const wanted = readSubmissionSearch(text);
      if (!('numbers' in wanted) || wanted.numbers.length !== 1) return;
      void openFirst();

      async function openFirst(): Promise<void> {
        const query = submissionsQuery(contestId, { search: text });
        // The list, which asks the same, says what went wrong.
        const found = await client.fetchInfiniteQuery(query).catch(() => null);
        const [one] = found?.pages.flatMap((page) => page.submissions) ?? [];
        if (one !== undefined) history.push(submissionHref(contestId, one.id));
      }
    },
    [client, contestId, history],
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // One that failed is tried again by the button, not for as long as the end is near.
  const goesOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const onNearEnd = useCallback(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const filtered = Object.keys(filters).length > 0;

  return (
    <Page
      title={jury ? 'Submissions' : 'Your submissions'}
      width={jury ? 'wide' : 'normal'}
      {...(jury ? { above: <JuryTabs contestId={contestId} /> } : {})}
      actions={
        <>
          {decides && (submissions?.length ?? 0) > 0 ? (
            <RejudgeThese contestId={contestId} filters={filters} />
          ) : null}
          {refusal === null ? (
            <Button
              component={Link}
              to={`/contests/${contestId}/submit`}
              variant={jury ? 'default' : 'filled'}
            >
              Submit
            </Button>
          ) : null}
        </>
      }
    >
      <SubmissionFilterBar
        contestId={contestId}
        contest={contest}
        jury={jury}
        filters={filters}
        onChange={changeFilters}
        onSearched={openSearched}
      />
      {submissions === undefined ? (
        query.isError ? (
          <ErrorNotice error={query.error} />
        ) : (
          <SkeletonLines count={10} height={30} />
        )
      ) : submissions.length === 0 ? (
        <EmptyState title={filtered ? 'Nothing matches these filters' : 'No submissions yet'}>
          {filtered
            ? 'Remove one of the filters.'
            : jury
              ? 'Submissions appear here as teams submit them.'
              : (refusal ?? 'Open a problem and submit a solution. It appears here with its verdict.')}
        </EmptyState>
      ) : (
        <SubmissionTable
          submissions={submissions}
          jury={jury}
          selection={decides ? selection : null}
          onNearEnd={onNearEnd}
        />
      )}
      <ShowOlder of={query} />
      {decides ? <SelectionBar contestId={contestId} selection={selection} /> : null}
    </Page>
  );
}

/** What the list shows is what is judged again: the filters go along. */
const RejudgeThese = memo(function RejudgeThese(props: {
  contestId: string;
  filters: SubmissionFilters;
}): ReactNode {
  const { contestId, filters } = props;
  return (
    <Button
      variant="default"
      renderRoot={(root: object) => (
        <Link
          to="/contests/$contest/rejudgings/new"
          params={{ contest: contestId }}
          search={filters}
          {...root}
        />
      )}
    >
      Rejudge all shown…
    </Button>
  );
});
