import {
  type SubmissionQuery,
  submissionDetailSchema,
  submissionListSchema,
  testOutputSchema,
} from '@sandglass/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, requestNothing } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** Filters of the list, as they stand in the address. */
export type SubmissionFilters = Partial<Omit<SubmissionQuery, 'before' | 'limit'>>;

const pageSize = 100;

/** Keeps only the filters that are set: the same list must have the same key. */
export function tidyFilters(filters: SubmissionFilters): SubmissionFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as SubmissionFilters;
}

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

/** Input, answer and output of one test, for the jury. Another judging has other outputs. */
export const testOutputQuery = (of: {
  contest: string;
  submission: string;
  judging: string;
  ordinal: number;
}) =>
  queryOptions({
    queryKey: keys.testOutput(of.contest, of.judging, of.ordinal),
    queryFn: ({ signal }) =>
      request(testOutputSchema, `/api/submissions/${encodeURIComponent(of.submission)}/tests/${of.ordinal}`, {
        signal,
      }),
    staleTime: Infinity,
  });

export async function rejudge(id: string): Promise<void> {
  await requestNothing(`/api/submissions/${encodeURIComponent(id)}/rejudge`, { method: 'POST', json: {} });
}
