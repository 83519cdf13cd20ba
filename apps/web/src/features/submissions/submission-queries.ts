import {
  type SubmissionFilters,
  judgingListSchema,
  submissionDetailSchema,
  submissionListSchema,
  testOutputSchema,
} from '@sandglass/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, requestNothing } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { tidyFilters } from '../submission-filter/tidy-filters.ts';

const pageSize = 100;

export const submissionsQuery = (contest: string, filters: SubmissionFilters) => {
  const tidy = tidyFilters(filters);
  return infiniteQueryOptions({
    queryKey: keys.submissionList(contest, tidy),
    queryFn: ({ pageParam, signal }) =>
      request(submissionListSchema, `/api/contests/${encodeURIComponent(contest)}/submissions`, {
        query: { ...tidy, limit: pageSize, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
};

export const submissionQuery = (contest: string, id: string) =>
  queryOptions({
    queryKey: keys.submission(contest, id),
    queryFn: ({ signal }) =>
      request(submissionDetailSchema, `/api/submissions/${encodeURIComponent(id)}`, { signal }),
  });

/** Judgings older than those that come with the submission. @param before its `olderJudgings` */
export const olderJudgingsQuery = (contest: string, id: string, before: string | null) =>
  infiniteQueryOptions({
    queryKey: keys.olderJudgings(contest, id, before),
    queryFn: ({ pageParam, signal }) =>
      request(judgingListSchema, `/api/submissions/${encodeURIComponent(id)}/judgings`, {
        query: { before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: before,
    getNextPageParam: (last) => last.olderJudgings,
  });

/** Input, answer, output and messages of one test in one judging, for the jury. */
export const testOutputQuery = (of: {
  contest: string;
  submission: string;
  judging: string;
  ordinal: number;
  /** Null: the last one. */
  attempt: number | null;
  /** Attempts there are, and the verdict: what was kept of a test that runs, or is repeated, is not the last word. */
  state: string;
}) =>
  queryOptions({
    queryKey: [...keys.testOutput(of.contest, of.judging, of.ordinal), of.attempt, of.state],
    queryFn: ({ signal }) =>
      request(testOutputSchema, `/api/submissions/${encodeURIComponent(of.submission)}/tests/${of.ordinal}`, {
        query: { judging: of.judging, attempt: of.attempt ?? undefined },
        signal,
      }),
    staleTime: Infinity,
  });

export async function rejudge(id: string): Promise<void> {
  await requestNothing(`/api/submissions/${encodeURIComponent(id)}/rejudge`, { method: 'POST', json: {} });
}
