import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** Below a list that is fetched page by page. */
export function ShowOlder(props: {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
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
      Show older
    </Button>
  );
}
