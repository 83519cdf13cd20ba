import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** Below a list that is fetched page by page. */
export function ShowOlder(props: {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** Of what, where other lists stand on the page. */
  what?: string;
}): ReactNode {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.of;
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      fullWidth
      mt="md"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {props.what === undefined ? 'Show older' : `Show older ${props.what}`}
    </Button>
  );
}
