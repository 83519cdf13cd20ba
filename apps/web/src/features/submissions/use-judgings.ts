import type { Judging, SubmissionDetail } from '@sandglass/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withOlder } from './judging-figures.ts';
import { olderJudgingsQuery } from './submission-queries.ts';

/** What a list says of its older part; nothing is asked for before somebody wants to see it. */
export interface OlderJudgings {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * All judgings that are known, newest first: those that came with the submission, and older ones as they are asked for.
 * @param wanted one that is to be shown: older ones are fetched until it is there
 */
export function useJudgings(
  contestId: string,
  detail: SubmissionDetail,
  wanted: string | undefined,
): { judgings: Judging[]; older: OlderJudgings } {
  const [asked, setAsked] = useState(false);
  const first = detail.olderJudgings;
  const isOlder = wanted !== undefined && !detail.judgings.some(({ id }) => id === wanted);
  const query = useInfiniteQuery({
    ...olderJudgingsQuery(contestId, detail.id, first),
    enabled: first !== null && (asked || isOlder),
    // Judged once more, all pages begin elsewhere: what is shown stays until they are there.
    placeholderData: keepPreviousData,
  });
  const judgings = withOlder(detail.judgings, query.data?.pages.flatMap((page) => page.judgings) ?? []);
  const begun = query.data !== undefined;
  const hasNextPage = begun ? query.hasNextPage : first !== null;
  const { isFetching, isError, error, fetchNextPage, refetch } = query;
  const more = async (): Promise<void> => {
    if (begun) await fetchNextPage();
    else if (isError) await refetch();
    else setAsked(true);
  };

  const missing = wanted !== undefined && !judgings.some(({ id }) => id === wanted);
  const lookFurther = begun && missing && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (lookFurther) void fetchNextPage();
  }, [lookFurther, fetchNextPage]);

  return {
    judgings,
    older: {
      hasNextPage,
      isFetchingNextPage: isFetching,
      isFetchNextPageError: isError,
      error,
      fetchNextPage: more,
    },
  };
}
