import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorLine } from './notice.tsx';

/** Below a list that is fetched page by page: it says why a page did not come, and tries again. */
export function ShowOlder(props: {
  of: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Of what, where other lists are on the page. */
  what?: string;
}): ReactNode {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = props.of;
  if (!hasNextPage) return null;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="md"
        loading={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {props.what === undefined ? 'Show older' : `Show older ${props.what}`}
      </Button>
      <ErrorLine error={isFetchNextPageError && !isFetchingNextPage ? error : null} />
    </>
  );
}
